import { Box, Text } from '@mantine/core'
import type { ApiKey } from '#contract'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import type { Rotation } from './rotation.ts'

interface RotationNoteProps {
  of: ApiKey
  rotation: Rotation<ApiKey>
}

/** On a key that is being replaced: whether anything still uses it. */
export function RotationNote({ of: { lastUsedAt }, rotation: { successor, state } }: RotationNoteProps) {
  const name = (
    <>
      “<bdi>{successor.name}</bdi>”
    </>
  )
  if (state === 'used') {
    return (
      <Note badge={<StateBadge kind="warning">Used since</StateBadge>}>
        Last used {lastUsedAt && <RelativeTime at={lastUsedAt} />}, after {name} was made. Wait until that
        stands still.
      </Note>
    )
  }
  if (state === 'untried') {
    return (
      <Note badge={<StateBadge kind="quiet">Not used since</StateBadge>}>
        {name} was made <RelativeTime at={successor.createdAt} /> and has not been used yet either.
      </Note>
    )
  }
  return (
    <Note badge={<StateBadge kind="good">Safe to revoke</StateBadge>}>
      Not used since {name} was made, <RelativeTime at={successor.createdAt} />.
    </Note>
  )
}

function Note({ badge, children }: { badge: React.ReactNode; children: React.ReactNode }) {
  return (
    <Box mt={4}>
      {badge}
      <Text size="xs" c="dimmed" mt={2} component="div">
        {children}
      </Text>
    </Box>
  )
}
