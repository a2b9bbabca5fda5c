import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type ApiKey, listEveryonesApiKeys } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { useDialog } from '../../components/form-dialog.tsx'
import { formatCount } from '../../components/format.ts'
import { keepFocusAt } from '../../components/keep-focus.ts'
import { ButtonLink } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useMay } from '../../session.ts'
import { keyColumns } from './columns.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { KeyFilters } from './key-filters.tsx'
import { inOrder, type Order } from './orders.ts'
import { useKeys } from './use-keys.ts'
import { useRevoke } from './use-revoke.tsx'

const many = 10

export function ApiKeysPage() {
  const may = useMay()
  const { filters, list, peers } = useKeys()
  const [order, setOrder] = useState<Order>('newest')
  const [replaces, setReplaces] = useState<ApiKey>()
  const creating = useDialog('new')
  const createButton = useRef<HTMLButtonElement>(null)

  const keepFocus = keepFocusAt(createButton)
  const revoke = useRevoke(keepFocus)
  const create = (old?: ApiKey) => {
    setReplaces(old)
    creating.open()
  }

  const shown = list.rows?.length ?? 0
  const isLong = shown > many || list.hasMore || list.busy || filters.active
  const count = list.first?.activeCount
  return (
    <>
      <PageHeader
        title="API keys"
        badge={
          count !== undefined && (
            <StateBadge kind={count > 0 ? 'good' : 'quiet'}>{formatCount(count)} active</StateBadge>
          )
        }
        description="Scripts, scheduled jobs and other programs use a key to call Aerie as you: with whatever you may do at the moment of the call."
        action={
          <>
            {may(listEveryonesApiKeys) && (
              <ButtonLink to="/settings/api-keys/everyone" variant="default">
                Everyone’s keys
              </ButtonLink>
            )}
            <Button
              ref={createButton}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => create()}
            >
              New API key
            </Button>
          </>
        }
      />
      {isLong && <KeyFilters filters={filters} order={order} onOrder={list.hasMore ? undefined : setOrder} />}
      <DataTable
        label="API keys"
        list={{ ...list, rows: list.rows && (list.hasMore ? list.rows : inOrder(list.rows, order)) }}
        columns={keyColumns(peers, { onRotate: create, onRevoke: revoke })}
        filters={filters}
        isFaded={({ status }) => status !== 'active'}
        empty={{
          title: 'No API keys yet',
          text: 'With a key, a script or a scheduled job calls Aerie as you, without your password. Make one for each program, so that each can be replaced on its own.',
          action: (
            <Button variant="default" onClick={() => create()}>
              Make the first one
            </Button>
          ),
        }}
      />
      <IssueDialog
        dialog={creating}
        replaces={replaces}
        taken={peers.map(({ name }) => name)}
        onClosed={() => {
          setReplaces(undefined)
          keepFocus()
        }}
      />
    </>
  )
}
