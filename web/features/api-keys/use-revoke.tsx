import { Stack, Text } from '@mantine/core'
import {
  type ApiKey,
  type ApiKeyOfSomeone,
  listApiKeys,
  listAuditLog,
  listEveryonesApiKeys,
  revokeApiKey,
} from '#contract'
import { useAction, useCall } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'

/** Asks, and then revokes a key for good: one's own, or one of which is said whose it is. */
export function useRevoke(onClosed: () => void): (key: ApiKey | ApiKeyOfSomeone) => void {
  const { mutateAsync } = useAction(revokeApiKey, { also: [listAuditLog] })
  return (key) =>
    confirm({
      title: 'owner' in key ? `Revoke “${key.name}” of ${key.owner.name}?` : `Revoke “${key.name}”?`,
      consequences: <Consequences of={key} />,
      confirm: 'Revoke key',
      act: async () => {
        await mutateAsync({ keyId: key.id })
        notifyDone(`“${key.name}” is revoked`)
      },
      onCancel: onClosed,
    })
}

function Consequences({ of: key }: { of: ApiKey | ApiKeyOfSomeone }) {
  // Asked anew, since the answer may turn on a use that the list does not show yet.
  const { data } = useCall('owner' in key ? listEveryonesApiKeys : listApiKeys, { q: key.prefix })
  const { prefix, status, lastUsedAt } = data?.data.find(({ id }) => id === key.id) ?? key
  return (
    <Stack gap="xs">
      <Text>
        <code>{prefix}</code>{' '}
        {lastUsedAt ? (
          <>
            was last used <RelativeTime at={lastUsedAt} />.
          </>
        ) : (
          'was never used.'
        )}
        {'owner' in key && (
          <>
            {' '}
            It belongs to <bdi>{key.owner.email}</bdi>.
          </>
        )}
      </Text>
      <Text>
        {status === 'expired'
          ? 'It has expired, so nothing changes for what uses it.'
          : 'Whatever uses it is refused from its next call on.'}{' '}
        A revoked key cannot be brought back.
      </Text>
    </Stack>
  )
}
