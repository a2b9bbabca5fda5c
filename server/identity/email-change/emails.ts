import { type EmailKind, formatTime } from '#mail'
import { linkTokenOf } from '../link-token.ts'
import { openChanges } from './open.ts'

/** Sends the link that confirms a new address to that address, while it works. */
export const confirmEmailEmail: EmailKind<{ id: string }> = {
  kind: 'email-confirm',
  async write({ reader, organisation, timeZone, baseUrl, secrets }, { id }) {
    const change = await openChanges(reader).where('emailChanges.id', '=', id).executeTakeFirst()
    if (!change) return null
    return {
      to: change.email,
      subject: `Confirm your email address for ${organisation}`,
      body: [
        `Confirm that you want to sign in to ${organisation} with this address from now on.`,
        {
          text: 'Confirm the address',
          url: `${baseUrl}/confirm-email/${linkTokenOf(secrets, 'email change', change)}`,
        },
        `The link works once, until ${formatTime(change.expiresAt, timeZone)}. If you requested several, only the newest works.`,
        'If this was not you, ignore this email. Nothing changes.',
      ],
    }
  },
}

/** Notifies the old address of a change, so that the user notices if someone else did it. */
export const emailChangedEmail: EmailKind<{ id: string; to: string; at: string }> = {
  kind: 'email-changed',
  async write({ organisation, timeZone }, { to, at }) {
    return {
      to,
      subject: `Your email address for ${organisation} was changed`,
      body: [
        `The email address of your account at ${organisation} was changed on ${formatTime(at, timeZone)}. This address no longer works for signing in.`,
        'If this was not you, tell an administrator immediately.',
      ],
    }
  },
}
