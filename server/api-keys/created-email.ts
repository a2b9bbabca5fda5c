import { type EmailKind, formatTime, named } from '#mail'
import { emailOf, keysOf } from './key-rows.ts'

/** Notifies a user that a key was created for their account, so that they notice if someone else did it. */
export const createdKeyEmail: EmailKind<{ id: string; ownerId: string }> = {
  kind: 'api-key-created',
  async write({ reader, organisation, timeZone, baseUrl }, { id, ownerId }) {
    const to = await emailOf(reader, ownerId)
    const key = await keysOf(reader, ownerId).where('apiKeys.id', '=', id).executeTakeFirst()
    if (!to || !key) return null
    const { name, prefix, createdAt, expiresAt } = key
    const end = expiresAt ? `expires on ${formatTime(expiresAt, timeZone)}` : 'never expires'
    return {
      to,
      subject: 'An API key was created for your account',
      body: [
        `The API key ${named(name)} (${prefix}) was created for your account at ${organisation} on ${formatTime(createdAt, timeZone)}. It has your permissions and ${end}.`,
        'If this was not you, revoke the key immediately, change your password, and tell an administrator.',
        { text: 'Your API keys', url: `${baseUrl}/settings/api-keys` },
      ],
    }
  },
}
