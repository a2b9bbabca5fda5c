import { type EmailKind, formatTime, named } from '#mail'
import { hasStatus, keysOf, recipientsOf } from './key-rows.ts'
import { linkToKeys, withRest } from './listed.ts'

/** `keyIds`: the keys to list. `count`: the number of all. */
interface Expiring {
  id: string
  ownerId: string
  keyIds: string[]
  count: number
}

/** Lists a user's keys that expire soon, without keys revoked in the meantime. */
export const expiringKeysEmail: EmailKind<Expiring> = {
  kind: 'api-keys-expire',
  async write({ reader, organisation, timeZone, baseUrl }, { ownerId, keyIds, count }) {
    const recipients = await recipientsOf(reader, ownerId)
    const keys = await keysOf(reader, ownerId)
      .where('apiKeys.id', 'in', keyIds)
      .where(hasStatus('active'))
      .orderBy('apiKeys.expiresAt')
      .execute()
    if (!recipients || keys.length === 0) return null
    const { to, service } = recipients
    const more = count - keyIds.length
    const list = keys.map(
      ({ name, prefix, expiresAt }) =>
        `${named(name)} (${prefix}), on ${formatTime(expiresAt ?? '', timeZone)}`,
    )
    return {
      to,
      subject: `${service === null ? 'Your ' : 'A service’s '}API ${keys.length + more === 1 ? 'key expires' : 'keys expire'} soon`,
      body: [
        `These API keys of ${service === null ? 'yours' : `the service user ${named(service)}`} at ${organisation} expire soon. Programs that use them will then stop working.`,
        withRest(list, more),
        service === null
          ? 'To replace a key, start its rotation on the API keys page. It creates the new key and shows when the old one is no longer used.'
          : 'To replace a key, sign in as the service user on the Users page and create a new one there.',
        linkToKeys(baseUrl, service),
      ],
    }
  },
}
