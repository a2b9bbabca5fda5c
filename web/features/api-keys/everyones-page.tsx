import { Button, Group } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useRef } from 'react'
import { type ApiKeyOfSomeone, listEveryonesApiKeys } from '#contract'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { actionsColumn, type Column, DataTable, RowButton } from '../../components/data-table.tsx'
import { FilterBar, SearchField } from '../../components/filters.tsx'
import { keepFocusAt } from '../../components/focus.ts'
import { useDialog } from '../../components/form-dialog.tsx'
import { PageHeader } from '../../components/page.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useFilters, useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { bulkOfEveryonesKeys } from './bulk-keys.ts'
import { CheckTokensDialog } from './check-tokens.tsx'
import { detailColumns, KeyName, KeyOwner, OwnedKeyStates } from './key-columns.tsx'
import { upTo } from './key-count.ts'
import { StatusFilter } from './key-filters.tsx'
import { RevokeIdleDialog } from './revoke-idle.tsx'
import { useRevoke } from './use-revoke.tsx'

const back = { to: '/settings/api-keys', label: 'API keys' } as const

/** The keys of all members, for the owner and admins. */
export default function EveryonesKeysPage() {
  if (useMay()(listEveryonesApiKeys)) return <EveryonesKeys />
  return (
    <AdminsOnly
      title="Everyone’s keys"
      back={back}
      may="see everyone’s keys"
      text="Your own keys are on the API keys page."
    />
  )
}

function EveryonesKeys() {
  const filters = useFilters(listEveryonesApiKeys)
  const list = useList(listEveryonesApiKeys, filters.values)
  const table = useRef<HTMLDivElement>(null)
  const revoke = useRevoke(keepFocusAt(table))
  const checking = useDialog('tokens')
  const revokingIdle = useDialog('revoke-unused')
  const { activeCount, concerns } = list.first ?? {}
  const { set, values } = filters
  const { q, status, concern } = values
  return (
    <>
      <PageHeader
        title="Everyone’s keys"
        back={back}
        badge={
          activeCount !== undefined && (
            <StateBadge kind={activeCount > 0 ? 'good' : 'quiet'} icon={IconKey}>
              {upTo(activeCount)} active
            </StateBadge>
          )
        }
        description="The API keys of all members. A key has its owner’s current permissions. You can revoke any key."
        action={
          <>
            <Button onClick={revokingIdle.open}>Revoke unused keys</Button>
            <Button onClick={checking.open}>Check tokens</Button>
          </>
        }
      />
      <FilterBar>
        <SearchField label="Search by name, owner or prefix" value={q} onChange={(q) => set({ q })} />
        <StatusFilter value={status} onChange={(status) => set({ status, concern: undefined })} />
      </FilterBar>
      <Group role="group" aria-label="Needs attention" gap="xs" mb="md">
        {concernNames.map(([value, count, name]) => (
          <Button
            key={value}
            size="compact-sm"
            variant={concern === value ? 'outline' : 'default'}
            aria-pressed={concern === value}
            onClick={() => set({ concern: concern === value ? undefined : value, status: undefined })}
          >
            {concerns && `${upTo(concerns[count])} `}
            {name}
          </Button>
        ))}
      </Group>
      <div ref={table} tabIndex={-1}>
        <DataTable
          label="Everyone’s keys"
          list={list}
          columns={everyonesColumns(revoke)}
          bulk={bulkOfEveryonesKeys}
          filters={filters}
          isFaded={({ status }) => status !== 'active'}
          empty={{
            title: 'No API keys yet',
            text: 'Keys that members create for scripts and other programs are listed here.',
          }}
        />
      </div>
      <CheckTokensDialog dialog={checking} onClosed={keepFocusAt(table)} />
      <RevokeIdleDialog dialog={revokingIdle} />
    </>
  )
}

const concernNames = [
  ['never_expires', 'neverExpires', 'never expiring'],
  ['too_long_lived', 'tooLongLived', 'over the lifetime limit'],
  ['long_unused', 'longUnused', 'unused for 90 days'],
  ['owner_disabled', 'ownerDisabled', 'of disabled members'],
] as const

/** Returns the columns of all members' keys. */
const everyonesColumns = (onRevoke: (key: ApiKeyOfSomeone) => void): Column<ApiKeyOfSomeone>[] => [
  { heading: 'Name', cell: (key) => <KeyName of={key} /> },
  {
    heading: 'Owner',
    width: '18%',
    cell: ({ owner }) => <KeyOwner of={owner} />,
  },
  { heading: 'State', width: '11rem', cell: (key) => <OwnedKeyStates of={key} /> },
  ...detailColumns('10%'),
  actionsColumn(
    '6rem',
    (key) =>
      key.status !== 'revoked' && (
        <RowButton of={`${key.name} of ${key.owner.name}`} onClick={() => onRevoke(key)}>
          Revoke
        </RowButton>
      ),
  ),
]
