import { Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiKey, ApiKeyOfSomeone } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { Copyable } from '../../components/copy.tsx'
import type { Column } from '../../components/data-table.tsx'
import { actionsColumn, RowButton } from '../../components/data-table.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { type Rotation, rotationOf } from './rotation.ts'

type Act = (key: ApiKey) => void

/** Returns the columns of your own keys. `peers` are the keys searched for successors. */
export const keyColumns = (peers: readonly ApiKey[], onRotate: Act, onRevoke: Act): Column<ApiKey>[] => [
  {
    heading: 'Name',
    cell: (key) => {
      const rotation = rotationOf(key, peers)
      return <KeyName of={key}>{rotation && <RotationNote of={key} rotation={rotation} />}</KeyName>
    },
  },
  { heading: 'State', width: '9.5rem', cell: (key) => <KeyState of={key} /> },
  ...timeColumns('13%'),
  actionsColumn(
    '16%',
    (key) =>
      key.status !== 'revoked' && (
        <Group gap={4} justify="flex-end">
          {!rotationOf(key, peers) && (
            <RowButton of={key.name} onClick={() => onRotate(key)}>
              Rotate
            </RowButton>
          )}
          <RowButton of={key.name} onClick={() => onRevoke(key)}>
            Revoke
          </RowButton>
        </Group>
      ),
  ),
]

/** Returns the columns of a key's times, each `width` wide. */
export const timeColumns = (width: string): Column<ApiKey>[] => [
  { heading: 'Created', width, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    heading: 'Last used',
    width,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'Never used'),
  },
  {
    heading: 'Expires',
    width,
    cell: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : 'Never'),
  },
]

/** A key's name and prefix. */
export function KeyName({ of: { name, prefix }, children }: { of: ApiKey; children?: ReactNode }) {
  return (
    <Stack gap={2} align="flex-start">
      <Text inherit fw={600} dir="auto">
        {name}
      </Text>
      <Copyable text={prefix} label={`Copy the prefix ${prefix}`} />
      {children}
    </Stack>
  )
}

/** The owner of a key. */
export function KeyOwner({ of: { name, email } }: { of: ApiKeyOfSomeone['owner'] }) {
  return (
    <>
      <Text inherit dir="auto">
        {name}
      </Text>
      <Caption>{email}</Caption>
    </>
  )
}

const badges = {
  used: <StateBadge kind="warning">Still in use</StateBadge>,
  untried: <StateBadge kind="quiet">New key unused</StateBadge>,
  safe: <StateBadge kind="good">Safe to revoke</StateBadge>,
}

/** Shows whether a key that is being replaced is still in use. */
function RotationNote({ of: { lastUsedAt }, rotation }: { of: ApiKey; rotation: Rotation<ApiKey> }) {
  const { state, successor } = rotation
  const name = <bdi>{successor.name}</bdi>
  const created = <RelativeTime at={successor.createdAt} />
  return (
    <Box mt={4}>
      {badges[state]}
      <Caption mt={2} component="div">
        {state === 'used' && lastUsedAt && (
          <>
            Last used <RelativeTime at={lastUsedAt} />, after “{name}” was created.
          </>
        )}
        {state === 'untried' && (
          <>
            “{name}” was created {created} and has not been used yet.
          </>
        )}
        {state === 'safe' && (
          <>
            Not used since “{name}” was created, {created}.
          </>
        )}
      </Caption>
    </Box>
  )
}

const soonMs = 7 * 24 * 60 * 60 * 1000

/** A key's state: active, expiring within 7 days, expired, or revoked and when. */
export function KeyState({ of: { status, expiresAt, revokedAt } }: { of: ApiKey }) {
  if (status === 'revoked') {
    return (
      <Stack gap={2} align="flex-start">
        <StateBadge kind="bad">Revoked</StateBadge>
        {revokedAt && (
          <Caption>
            <RelativeTime at={revokedAt} />
          </Caption>
        )}
      </Stack>
    )
  }
  if (status === 'expired') return <StateBadge kind="quiet">Expired</StateBadge>
  const isSoon = expiresAt !== null && Date.parse(expiresAt) - Date.now() <= soonMs
  return isSoon ? (
    <StateBadge kind="warning">Expires soon</StateBadge>
  ) : (
    <StateBadge kind="good">Active</StateBadge>
  )
}
