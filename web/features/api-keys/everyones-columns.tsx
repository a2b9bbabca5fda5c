import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { ApiKeyOfSomeone } from '#contract'
import { Copyable } from '../../components/copyable.tsx'
import type { Column } from '../../components/data-table.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { KeyState } from './key-state.tsx'

export const everyonesColumns = (onRevoke: (key: ApiKeyOfSomeone) => void): Column<ApiKeyOfSomeone>[] => [
  {
    heading: 'Name',
    cell: ({ name, prefix }) => (
      <Stack gap={2} align="flex-start">
        <Text inherit fw={600} dir="auto">
          {name}
        </Text>
        <Copyable text={prefix} label={`Copy the prefix ${prefix}`} />
      </Stack>
    ),
  },
  {
    heading: 'Owner',
    width: '18%',
    cell: ({ owner }) => (
      <>
        <Text inherit dir="auto">
          {owner.name}
        </Text>
        <Text size="xs" c="dimmed">
          {owner.email}
        </Text>
      </>
    ),
  },
  { heading: 'State', width: '11rem', cell: (key) => <States of={key} /> },
  { heading: 'Created', width: '11%', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    heading: 'Last used',
    width: '11%',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'Never used'),
  },
  {
    heading: 'Expires',
    width: '11%',
    cell: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : 'Never'),
  },
  {
    heading: 'Actions',
    hideHeading: true,
    align: 'right',
    width: '6rem',
    cell: (key) =>
      key.status !== 'revoked' && (
        <Button variant="default" size="compact-sm" onClick={() => onRevoke(key)}>
          Revoke
          <VisuallyHidden component="span">
            {' '}
            {key.name} of {key.owner.name}
          </VisuallyHidden>
        </Button>
      ),
  },
]

/** Its state, and what speaks against a key that works. */
function States({ of: key }: { of: ApiKeyOfSomeone }) {
  const { status, expiresAt, longUnused, owner } = key
  return (
    <Group gap={4}>
      <KeyState of={key} />
      {status === 'active' && !expiresAt && <StateBadge kind="warning">Never expires</StateBadge>}
      {longUnused && <StateBadge kind="warning">Long unused</StateBadge>}
      {owner.disabled && <StateBadge kind="bad">Owner disabled</StateBadge>}
    </Group>
  )
}
