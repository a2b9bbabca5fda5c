import { type EmailKind, formatTime, named } from '#mail'
import { linkTokenOf } from '../link-token.ts'
import { letsSomeoneIn, openInvitations } from './open.ts'

/** Sends the link of an invitation while it is open. */
export const invitationEmail: EmailKind<{ id: string }> = {
  kind: 'invitation',
  async write({ reader, organisation, timeZone, baseUrl, secrets }, { id }) {
    const invitation = await openInvitations(reader)
      .where('invitations.id', '=', id)
      .where(letsSomeoneIn)
      .where((is) => is('invitations.expiresAt', '>', is.fn<string>('now')))
      .executeTakeFirst()
    if (!invitation) return null
    return {
      to: invitation.email,
      subject: `Invitation to ${organisation}`,
      body: [
        `${named(invitation.invitedByName)} has invited you to ${organisation}.`,
        {
          text: 'Accept the invitation',
          url: `${baseUrl}/invitations/${linkTokenOf(secrets, 'invitation', invitation)}`,
        },
        `The link works until ${formatTime(invitation.expiresAt, timeZone)} and is for you only. If you did not expect this invitation, ignore this email.`,
      ],
    }
  },
}
