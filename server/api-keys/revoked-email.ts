import { type EmailKind, named } from '#mail'
import { keysOf, recipientsOf } from './key-rows.ts'
import { linkToKeys, withRest } from './listed.ts'

/** `keyIds`: the keys to list. `count`: the number of all. */
interface Revoked {
  id: string
  ownerId: string
  /** The id of the user who revoked the keys; null for an operator. */
  revokedBy: string | null
  keyIds: string[]
  count: number
}

/** Notifies a user that someone else revoked their keys, so that they know why programs stopped working. */
export const revokedKeysEmail: EmailKind<Revoked> = {
  kind: 'api-keys-revoked',
  async write({ reader, organisation, baseUrl }, { ownerId, revokedBy, keyIds, count }) {
    const recipients = await recipientsOf(reader, ownerId)
    const by = await reader
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', revokedBy)
      .executeTakeFirst()
    if (!recipients || !by) return null
    const { to, service } = recipients
    const keys = await keysOf(reader, ownerId)
      .where('apiKeys.id', 'in', keyIds)
      .orderBy('apiKeys.id')
      .execute()
    const list = keys.map(({ name, prefix }) => `${named(name)} (${prefix})`)
    return {
      to,
      subject: `${service === null ? 'Your ' : 'A service’s '}API ${count === 1 ? 'key was' : 'keys were'} revoked`,
      body: [
        `${named(by.name)} (${by.email}) revoked these API keys of ${service === null ? 'yours' : `the service user ${named(service)}`} at ${organisation}. Programs that use them have stopped working.`,
        withRest(list, count - keyIds.length),
        'A revoked key cannot be used again. If a program still needs access, find out why its key was revoked, then create a new one.',
        linkToKeys(baseUrl, service),
      ],
    }
  },
}
