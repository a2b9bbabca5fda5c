import { useRef } from 'react'
import { listEveryonesApiKeys } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { keepFocusAt } from '../../components/keep-focus.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useFilters, useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { upTo } from './counts.ts'
import { everyonesColumns } from './everyones-columns.tsx'
import { EveryonesFilters } from './everyones-filters.tsx'
import { useRevoke } from './use-revoke.tsx'

const back = { to: '/settings/api-keys', label: 'API keys' } as const

/** The keys of all members, for those who may look after them. */
export function EveryonesKeysPage() {
  return useMay()(listEveryonesApiKeys) ? <EveryonesKeys /> : <NotForMembers />
}

function EveryonesKeys() {
  const filters = useFilters(listEveryonesApiKeys)
  const list = useList(listEveryonesApiKeys, filters.values)
  const table = useRef<HTMLDivElement>(null)
  const revoke = useRevoke(keepFocusAt(table))
  const { activeCount, concerns } = list.first ?? {}
  return (
    <>
      <PageHeader
        title="Everyone’s keys"
        back={back}
        badge={
          activeCount !== undefined && (
            <StateBadge kind={activeCount > 0 ? 'good' : 'quiet'}>{upTo(activeCount)} active</StateBadge>
          )
        }
        description="All keys that call Aerie, whoever made them. Each has what its owner may do. You can revoke them; only their owners make and see their tokens."
      />
      <EveryonesFilters filters={filters} concerns={concerns} />
      <div ref={table} tabIndex={-1}>
        <DataTable
          label="Everyone’s keys"
          list={list}
          columns={everyonesColumns(revoke)}
          filters={filters}
          isFaded={({ status }) => status !== 'active'}
          empty={{
            title: 'Nobody has made an API key',
            text: 'Once somebody makes one for a script or a scheduled job, it stands here with its owner.',
          }}
        />
      </div>
    </>
  )
}

function NotForMembers() {
  return (
    <>
      <PageHeader title="Everyone’s keys" back={back} />
      <EmptyState
        title="Everyone’s keys are for the owner and admins"
        text="Your own keys are on the page API keys."
      />
    </>
  )
}
