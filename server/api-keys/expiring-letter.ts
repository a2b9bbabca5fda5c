import { inWords, type LetterKind, named } from '#mail'
import { hasStatus, keysOf } from './rows.ts'

export const listedAtMost = 50

/** `keyIds`: those to be listed. `count`: how many there are in all. */
interface Expiring {
  id: string
  ownerId: string
  keyIds: string[]
  count: number
}

/** About someone's keys that expire soon, but for those which were revoked before it was sent. */
export const expiringLetter: LetterKind<Expiring> = {
  kind: 'api-keys-expire',
  async write({ reader, organisation, timeZone, baseUrl }, { ownerId, keyIds, count }) {
    const owner = await reader
      .selectFrom('users')
      .select('email')
      .where('id', '=', ownerId)
      .where('disabled', '=', false)
      .executeTakeFirst()
    const keys = await keysOf(reader, ownerId)
      .where('apiKeys.id', 'in', keyIds)
      .where(hasStatus('active'))
      .orderBy('apiKeys.expiresAt')
      .execute()
    if (!owner || keys.length === 0) return null
    const more = count - keyIds.length
    const list = keys.map(
      ({ name, prefix, expiresAt }) => `${named(name)} (${prefix}), on ${inWords(expiresAt ?? '', timeZone)}`,
    )
    return {
      to: owner.email,
      subject:
        keys.length + more === 1 ? 'An API key of yours expires soon' : 'API keys of yours expire soon',
      body: [
        `These API keys of yours at ${organisation} expire within a week. What uses them stops working then.`,
        more > 0 ? [...list, `and ${more} more`] : list,
        'To replace one, start its rotation on the page of your keys: it makes the new key and says when the old one is no longer used.',
        { text: 'Your API keys', url: `${baseUrl}/settings/api-keys` },
      ],
    }
  },
}
