import { Stack, Text } from '@mantine/core'
import { type ApiKey, type ApiKeyOfSomeone, getApiKey, listAuditLog, revokeApiKey } from '#contract'
import { useAction, useCall } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'

/** Returns a function that revokes a key after asking. For someone else's key the question names the owner. */
export function useRevoke(onClosed: () => void): (key: ApiKey | ApiKeyOfSomeone) => void {
  const { mutateAsync } = useAction(revokeApiKey, { also: [listAuditLog] })
  return (key) =>
    confirm({
      title: 'owner' in key ? `Revoke “${key.name}” of ${key.owner.name}?` : `Revoke “${key.name}”?`,
      consequences: <Consequences of={key} />,
      confirm: 'Revoke key',
      act: () => mutateAsync({ keyId: key.id }),
      done: `“${key.name}” is revoked`,
      onCancel: onClosed,
    })
}

function Consequences({ of: key }: { of: ApiKey | ApiKeyOfSomeone }) {
  // Loaded again, because the page may not show the latest use yet.
  const { data } = useCall(getApiKey, { keyId: key.id })
  const { prefix, status, lastUsedAt } = data ?? key
  return (
    <Stack gap="xs">
      <Text>
        <code>{prefix}</code>{' '}
        {lastUsedAt ? (
          <>
            was last used <RelativeTime at={lastUsedAt} />.
          </>
        ) : (
          'has never been used.'
        )}
        {'owner' in key && (
          <>
            {' '}
            It belongs to <bdi>{key.owner.email}</bdi>.
          </>
        )}
      </Text>
      <Text>
        {status === 'expired' ? 'It has already expired.' : 'Programs that use it stop working immediately.'}{' '}
        This cannot be undone.
      </Text>
    </Stack>
  )
}
