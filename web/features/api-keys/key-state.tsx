import { Stack, Text } from '@mantine/core'
import type { ApiKey } from '#contract'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'

const soonMs = 7 * 24 * 60 * 60 * 1000

/** Active, about to expire (within 7 days), expired, or revoked and when. */
export function KeyState({ of: { status, expiresAt, revokedAt } }: { of: ApiKey }) {
  if (status === 'revoked') {
    return (
      <Stack gap={2} align="flex-start">
        <StateBadge kind="bad">Revoked</StateBadge>
        {revokedAt && (
          <Text size="xs" c="dimmed">
            <RelativeTime at={revokedAt} />
          </Text>
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
