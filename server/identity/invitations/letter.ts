import { inWords, type LetterKind, named } from '#mail'
import { linkToken } from '../link-token.ts'
import { openInvitations } from './open.ts'

/** About the invitation with this id, as long as it is open. */
export const invitationLetter: LetterKind<{ id: string }> = {
  kind: 'invitation',
  async write({ reader, organisation, timeZone, baseUrl, secret }, { id }) {
    const invitation = await openInvitations(reader)
      .where('invitations.id', '=', id)
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
          url: `${baseUrl}/invitations/${linkToken(secret, 'invitation', id)}`,
        },
        `The link works until ${inWords(invitation.expiresAt, timeZone)}, and is for you alone. If you did not expect it, leave it alone.`,
      ],
    }
  },
}
