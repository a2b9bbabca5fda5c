import { type EmailKind, formatTime, named } from '#mail'
import { emailOf, hasStatus, keysOf } from './key-rows.ts'
import { withRest } from './listed.ts'

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
    const to = await emailOf(reader, ownerId)
    const keys = await keysOf(reader, ownerId)
      .where('apiKeys.id', 'in', keyIds)
      .where(hasStatus('active'))
      .orderBy('apiKeys.expiresAt')
      .execute()
    if (!to || keys.length === 0) return null
    const more = count - keyIds.length
    const list = keys.map(
      ({ name, prefix, expiresAt }) =>
        `${named(name)} (${prefix}), on ${formatTime(expiresAt ?? '', timeZone)}`,
    )
    return {
      to,
      subject: keys.length + more === 1 ? 'Your API key expires soon' : 'Your API keys expire soon',
      body: [
        `These API keys of yours at ${organisation} expire within a week. Programs that use them will then stop working.`,
        withRest(list, more),
        'To replace a key, start its rotation on the API keys page. It creates the new key and shows when the old one is no longer used.',
        { text: 'Your API keys', url: `${baseUrl}/settings/api-keys` },
      ],
    }
  },
}
