import { type EmailKind, formatTime, named } from '#mail'
import { keysOf, recipientsOf } from './key-rows.ts'
import { linkToKeys } from './listed.ts'

/** Notifies a user that a key was created for their account, so that they notice if someone else did it. */
export const createdKeyEmail: EmailKind<{ id: string; ownerId: string }> = {
  kind: 'api-key-created',
  async write({ reader, organisation, timeZone, baseUrl }, { id, ownerId }) {
    const recipients = await recipientsOf(reader, ownerId)
    const key = await keysOf(reader, ownerId).where('apiKeys.id', '=', id).executeTakeFirst()
    if (!recipients || !key) return null
    const { to, service } = recipients
    const account = service === null ? 'your account' : `the service user ${named(service)}`
    const { name, prefix, createdAt, expiresAt } = key
    const end = expiresAt ? `expires on ${formatTime(expiresAt, timeZone)}` : 'never expires'
    return {
      to,
      subject: `An API key was created for ${account}`,
      body: [
        `The API key ${named(name)} (${prefix}) was created for ${account} at ${organisation} on ${formatTime(createdAt, timeZone)}. It has ${service === null ? 'your' : 'its'} permissions and ${end}.`,
        service === null
          ? 'If this was not you, revoke the key immediately, change your password, and tell an administrator.'
          : 'If no admin of yours did this, revoke the key immediately.',
        linkToKeys(baseUrl, service),
      ],
    }
  },
}
