import { sql } from 'kysely'
import { type EmailKind, formatTime } from '#mail'
import { linkTokenOf } from '../link-token.ts'
import { openResets } from './open.ts'

/** Sends the link of a password reset while it works. */
export const passwordResetEmail: EmailKind<{ id: string }> = {
  kind: 'password-reset',
  async write({ reader, organisation, timeZone, baseUrl, secrets }, { id }) {
    const reset = await openResets(reader).where('passwordResets.id', '=', id).executeTakeFirst()
    if (!reset) return null
    return {
      to: reset.email,
      subject: `Reset your password for ${organisation}`,
      body: [
        `Someone, probably you, requested a new password for your account at ${organisation}.`,
        {
          text: 'Choose a new password',
          url: `${baseUrl}/reset-password/${linkTokenOf(secrets, 'password reset', reset)}`,
        },
        `The link works once, until ${formatTime(reset.expiresAt, timeZone)}. If you requested several, only the newest works.`,
        'If this was not you, ignore this email. Your password stays the same.',
      ],
    }
  },
}

const activeKeys = sql<number>`(select count(*) from api_keys
  where owner_id = users.id and revoked_at is null and (expires_at is null or expires_at > now()))`

/** Notifies a user that their password was changed, so that they notice if someone else did it. */
export const passwordChangedEmail: EmailKind<{ id: string; userId: string; at: string }> = {
  kind: 'password-changed',
  async write({ reader, organisation, timeZone, baseUrl }, { userId, at }) {
    const user = await reader
      .selectFrom('users')
      .select(['email', activeKeys.as('keys')])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (!user) return null
    const { keys } = user
    return {
      to: user.email,
      subject: `Your password for ${organisation} was changed`,
      body: [
        `The password of your account at ${organisation} was changed on ${formatTime(at, timeZone)}. All other sessions were signed out.`,
        ...(keys > 0
          ? [
              `${keys === 1 ? '1 API key of yours still works' : `${keys} API keys of yours still work`}. Revoke those that you do not recognize.`,
            ]
          : []),
        'If this was not you, choose a new password immediately, revoke your API keys, and tell an administrator.',
        { text: 'Choose a new password', url: `${baseUrl}/forgot-password` },
      ],
    }
  },
}
