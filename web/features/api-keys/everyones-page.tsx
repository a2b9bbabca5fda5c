import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { type ApiKeyOfSomeone, listEveryonesApiKeys, mostKeysCounted } from '#contract'
import { AdminsOnly } from '../../components/admins-only.tsx'
import { Caption } from '../../components/caption.tsx'
import { actionsColumn, type Column, DataTable, RowButton } from '../../components/data-table.tsx'
import { FilterBar, SearchField } from '../../components/filters.tsx'
import { keepFocusAt } from '../../components/focus.ts'
import { formatCount } from '../../components/format.ts'
import { PageHeader } from '../../components/page.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useFilters, useList } from '../../list.ts'
import { useMay } from '../../session.ts'
import { KeyName, KeyState, timeColumns } from './key-columns.tsx'
import { StatusFilter } from './key-filters.tsx'
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
            <StateBadge kind={activeCount > 0 ? 'good' : 'quiet'}>{upTo(activeCount)} active</StateBadge>
          )
        }
        description="The API keys of all members. A key has its owner’s current permissions. You can revoke any key."
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
            variant={concern === value ? 'light' : 'default'}
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
          filters={filters}
          isFaded={({ status }) => status !== 'active'}
          empty={{
            title: 'No API keys yet',
            text: 'Keys that members create for scripts and other programs are listed here.',
          }}
        />
      </div>
    </>
  )
}

const concernNames = [
  ['never_expires', 'neverExpires', 'never expiring'],
  ['too_long_lived', 'tooLongLived', 'over the lifetime limit'],
  ['long_unused', 'longUnused', 'unused for 90 days'],
  ['owner_disabled', 'ownerDisabled', 'of disabled members'],
] as const

/** Returns `12`, or `1,000+` where counting stopped. */
const upTo = (count: number) => formatCount(count) + (count === mostKeysCounted ? '+' : '')

/** Returns the columns of all members' keys. */
const everyonesColumns = (onRevoke: (key: ApiKeyOfSomeone) => void): Column<ApiKeyOfSomeone>[] => [
  { heading: 'Name', cell: (key) => <KeyName of={key} /> },
  {
    heading: 'Owner',
    width: '18%',
    cell: ({ owner }) => (
      <>
        <Text inherit dir="auto">
          {owner.name}
        </Text>
        <Caption>{owner.email}</Caption>
      </>
    ),
  },
  { heading: 'State', width: '11rem', cell: (key) => <States of={key} /> },
  ...timeColumns('11%'),
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

function States({ of: key }: { of: ApiKeyOfSomeone }) {
  const { status, expiresAt, tooLongLived, longUnused, owner } = key
  return (
    <Group gap={4}>
      <KeyState of={key} />
      {status === 'active' && !expiresAt && <StateBadge kind="warning">Never expires</StateBadge>}
      {tooLongLived && <StateBadge kind="warning">Over the limit</StateBadge>}
      {longUnused && <StateBadge kind="warning">Long unused</StateBadge>}
      {owner.disabled && <StateBadge kind="bad">Owner disabled</StateBadge>}
    </Group>
  )
}
