import { inWords, type LetterKind } from '#mail'
import { linkToken } from '../link-token.ts'
import { openResets } from './open.ts'

/** About the reset with this id, as long as its link works. */
export const resetLetter: LetterKind<{ id: string }> = {
  kind: 'password-reset',
  async write({ reader, organisation, timeZone, baseUrl, secret }, { id }) {
    const reset = await openResets(reader).where('passwordResets.id', '=', id).executeTakeFirst()
    if (!reset) return null
    return {
      to: reset.email,
      subject: `A new password for ${organisation}`,
      body: [
        `Someone, most likely you, asked for a new password for your account at ${organisation}.`,
        {
          text: 'Choose a new password',
          url: `${baseUrl}/reset-password/${linkToken(secret, 'password reset', id)}`,
        },
        `The link works once, until ${inWords(reset.expiresAt, timeZone)}. If you asked for several, the newest one works.`,
        'If it was not you, do nothing: your password stays as it is.',
      ],
    }
  },
}

/** Tells someone that their password was changed at that time, so that they notice when it was not they. */
export const passwordChangedLetter: LetterKind<{ id: string; userId: string; at: string }> = {
  kind: 'password-changed',
  async write({ reader, organisation, timeZone, baseUrl }, { userId, at }) {
    const user = await reader.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
    if (!user) return null
    return {
      to: user.email,
      subject: `Your password for ${organisation} was changed`,
      body: [
        `The password of your account at ${organisation} was changed on ${inWords(at, timeZone)}, and whoever was signed in elsewhere was signed out.`,
        'If that was you, all is well. If it was not, choose another password at once, revoke API keys that you do not know, and tell an administrator.',
        { text: 'Choose another password', url: `${baseUrl}/forgot-password` },
      ],
    }
  },
}
