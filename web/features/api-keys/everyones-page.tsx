import { Button, Group } from '@mantine/core'
import { useRef } from 'react'
import { type ApiKeyOfSomeone, listEveryonesApiKeys, type Output } from '#contract'
import { actionsColumn, type Column, column, RowButton } from '../../components/columns.tsx'
import { searchFilter } from '../../components/filters.tsx'
import { keepFocusAt } from '../../components/focus.ts'
import { useDialog } from '../../components/form-dialog.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { type Filters, useFilteredList } from '../../list.ts'
import type { FiltersOf } from '../../list-address.ts'
import { bulkOfEveryonesKeys } from './bulk-keys.ts'
import { CheckTokensDialog } from './check-tokens.tsx'
import { ActiveKeys, detailColumns, KeyName, KeyOwner, OwnedKeyStates } from './key-columns.tsx'
import { upTo } from './key-count.ts'
import { statusFilter } from './key-filters.tsx'
import { RevokeIdleDialog } from './revoke-idle.tsx'
import { useRevoke } from './use-revoke.tsx'

/** The keys of all users, for the owner and admins. */
export default function EveryonesKeysPage() {
  const list = useFilteredList(listEveryonesApiKeys)
  const table = useRef<HTMLDivElement>(null)
  const revoke = useRevoke(keepFocusAt(table))
  const checking = useDialog('tokens')
  const revokingIdle = useDialog('revoke-unused')
  const { activeCount, concerns } = list.first ?? {}
  return (
    <ListPage
      title="Everyone’s keys"
      back={{ to: '/settings/api-keys', label: 'API keys' }}
      badge={activeCount !== undefined && <ActiveKeys count={activeCount} />}
      description="The API keys of all users. A key has its owner’s current permissions. You can revoke any key."
      action={
        <>
          <Button onClick={revokingIdle.open}>Revoke unused keys</Button>
          <Button onClick={checking.open}>Check tokens</Button>
        </>
      }
      list={list}
      adminsOnly={{ may: 'see everyone’s keys', text: 'Your own keys are on the API keys page.' }}
      filters={[
        searchFilter('Search by name, owner or prefix'),
        ({ values, set }) =>
          statusFilter({ values, set: (change) => set({ ...change, concern: undefined }) }),
      ]}
      summary={<Concerns filters={list.filters} counts={concerns} />}
      ref={table}
      columns={everyonesColumns(revoke)}
      bulk={bulkOfEveryonesKeys}
      isFaded={({ status }) => status !== 'active'}
      empty={{
        title: 'No API keys yet',
        text: 'Keys that users create for scripts and other programs are listed here.',
      }}
    >
      <CheckTokensDialog dialog={checking} onClosed={keepFocusAt(table)} />
      <RevokeIdleDialog dialog={revokingIdle} />
    </ListPage>
  )
}

interface ConcernsProps {
  filters: Filters<FiltersOf<typeof listEveryonesApiKeys>>
  counts: Output<typeof listEveryonesApiKeys>['concerns'] | undefined
}

/** Filters by what speaks against a key, with the number of keys of each. */
function Concerns({ filters: { values, set }, counts }: ConcernsProps) {
  const { concern } = values
  return (
    <Group role="group" aria-label="Needs attention" gap="xs" mb="md">
      {concernNames.map(([value, count, name]) => (
        <Button
          key={value}
          size="compact-sm"
          variant={concern === value ? 'outline' : 'default'}
          aria-pressed={concern === value}
          onClick={() => set({ concern: concern === value ? undefined : value, status: undefined })}
        >
          {counts && `${upTo(counts[count])} `}
          {name}
        </Button>
      ))}
    </Group>
  )
}

const concernNames = [
  ['never_expires', 'neverExpires', 'never expiring'],
  ['long_unused', 'longUnused', 'unused for 90 days'],
  ['owner_disabled', 'ownerDisabled', 'of disabled users'],
] as const

/** Returns the columns of all users' keys. */
const everyonesColumns = (onRevoke: (key: ApiKeyOfSomeone) => void): Column<ApiKeyOfSomeone>[] => [
  column('Name', {}, (key) => <KeyName of={key} />),
  column('Owner', { width: '18%' }, ({ owner }) => <KeyOwner of={owner} />),
  column('State', { width: '11rem' }, (key) => <OwnedKeyStates of={key} />),
  ...detailColumns('10%'),
  actionsColumn(
    '6rem',
    (key) =>
      key.status !== 'revoked' && (
        <RowButton of={`${key.name} of ${key.owner.name}`} onClick={() => onRevoke(key)} label="Revoke" />
      ),
  ),
]
