import { Box, Group, Stack, Text } from '@mantine/core'
import { IconCalendarOff, IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type ApiKey, type ApiKeyOfSomeone, getApiKey, type ListedApiKey } from '#contract'
import { Caption } from '../../components/caption.tsx'
import {
  actionsColumn,
  type Column,
  column,
  RowButton,
  RowLink,
  timeColumn,
} from '../../components/columns.tsx'
import { Copyable } from '../../components/copy.tsx'
import { calendarDate, dayAfter, formatCount, plural } from '../../components/format.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sparkline } from '../../components/sparkline.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useMay } from '../../session.ts'
import { upTo } from './key-count.ts'
import { type Rotation, rotationOf } from './rotation.ts'

type Act = (key: ApiKey) => void

/** Returns the columns of your own keys. `peers` are the keys searched for successors. */
export const keyColumns = (
  peers: readonly ApiKey[],
  onRotate: Act,
  onRevoke: Act,
): Column<ListedApiKey>[] => [
  column('Name', {}, (key) => {
    const rotation = rotationOf(key, peers)
    return <KeyName of={key}>{rotation && <RotationNote of={key} rotation={rotation} />}</KeyName>
  }),
  column('State', { width: '9.5rem' }, (key) => (
    <Group gap={4}>
      <KeyState of={key} />
      <NewNetwork of={key} />
    </Group>
  )),
  ...detailColumns('11%'),
  actionsColumn(
    '10.5rem',
    (key) =>
      key.status !== 'revoked' && (
        <Group gap={4} justify="flex-end">
          {!rotationOf(key, peers) && (
            <RowButton of={key.name} onClick={() => onRotate(key)} label="Rotate" />
          )}
          <RowButton of={key.name} onClick={() => onRevoke(key)} label="Revoke" />
        </Group>
      ),
  ),
]

/** Returns the columns of a key's use and times, the latter `width` wide. */
export const detailColumns = (width: string): Column<ListedApiKey>[] => [
  column('Last 30 days', { drop: 1, width: '9rem' }, ({ recentCalls }) => (
    <CallsFigure calls={recentCalls} />
  )),
  timeColumn('Created', { drop: 1, width }, ({ createdAt }) => createdAt),
  timeColumn('Last used', { drop: 2, width }, ({ lastUsedAt }) => lastUsedAt, 'Never used'),
  column('Expires', { drop: 2, width }, ({ status, expiresAt }) =>
    status === 'revoked' ? null : expiresAt ? <RelativeTime at={expiresAt} /> : 'Never',
  ),
]

/** A key's name, which leads to its page, and its prefix. */
export function KeyName({ of: { id, name, prefix }, children }: { of: ApiKey; children?: ReactNode }) {
  const mayOpen = useMay()(getApiKey)
  return (
    <Stack gap={2} align="flex-start">
      {mayOpen ? (
        <RowLink to="/settings/api-keys/$keyId" params={{ keyId: id }} dir="auto">
          {name}
        </RowLink>
      ) : (
        <bdi>{name}</bdi>
      )}
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

/** How many keys are active, up to the number counted. */
export const ActiveKeys = ({ count }: { count: number }) => (
  <StateBadge kind={count > 0 ? 'good' : 'quiet'} icon={IconKey} text={`${upTo(count)} active`} />
)

const badges = {
  used: <StateBadge kind="warning" text="Still in use" />,
  untried: <StateBadge kind="quiet" icon={IconKey} text="New key unused" />,
  safe: <StateBadge kind="good" text="Safe to revoke" />,
}

/** Shows whether a key that is being replaced is still in use. */
export function RotationNote({ of: { lastUsedAt }, rotation }: { of: ApiKey; rotation: Rotation<ApiKey> }) {
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

const soonMs = 14 * 24 * 60 * 60 * 1000

/** A key's state: active, expiring within 14 days, expired, or revoked and when. */
export function KeyState({ of: { status, expiresAt, revokedAt } }: { of: ApiKey }) {
  if (status === 'revoked') {
    return (
      <Stack gap={2} align="flex-start">
        <StateBadge kind="bad" text="Revoked" />
        {revokedAt && (
          <Caption>
            <RelativeTime at={revokedAt} />
          </Caption>
        )}
      </Stack>
    )
  }
  if (status === 'expired') return <StateBadge kind="quiet" icon={IconCalendarOff} text="Expired" />
  const isSoon = expiresAt !== null && Date.parse(expiresAt) - Date.now() <= soonMs
  return isSoon ? <StateBadge kind="warning" text="Expires soon" /> : <StateBadge kind="good" text="Active" />
}

/** Flags a key that was recently used from a new network. */
export const NewNetwork = ({ of: { newNetworkAt } }: { of: Pick<ListedApiKey, 'newNetworkAt'> }) =>
  newNetworkAt && <StateBadge kind="warning" text="New network" />

/** A key's state, and what speaks against it. */
export function OwnedKeyStates({ of: key }: { of: ApiKeyOfSomeone }) {
  const { status, expiresAt, longUnused, owner } = key
  return (
    <Group gap={4}>
      <KeyState of={key} />
      <NewNetwork of={key} />
      {status === 'active' && !expiresAt && <StateBadge kind="warning" text="Never expires" />}
      {longUnused && <StateBadge kind="warning" text="Long unused" />}
      {owner.disabled && <StateBadge kind="bad" text="Owner disabled" />}
    </Group>
  )
}

/** The calls of the last days, today last, as bars with their sum. */
function CallsFigure({ calls }: { calls: readonly number[] }) {
  const sum = calls.reduce((sum, count) => sum + count, 0)
  if (sum === 0) return <Caption>No calls</Caption>
  const most = Math.max(...calls)
  return (
    <>
      <Sparkline
        counts={calls}
        label={`At most ${plural(most, 'call')} a day, on ${dayOf(calls.lastIndexOf(most), calls.length)}. ${formatCount(calls.at(-1) ?? 0)} today.`}
      />
      <Caption mt={2}>{plural(sum, 'call')}</Caption>
    </>
  )
}

/** Returns the date (UTC) at a place among days that end today. */
const dayOf = (place: number, length: number) =>
  calendarDate(dayAfter(new Date().toISOString().slice(0, 10), place - length + 1))
