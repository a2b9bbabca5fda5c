import { sql } from 'kysely'
import { record } from '#audit'
import { confirmInvitation } from '#contract'
import type { QueueEmail } from '#mail'
import { implement, Refusal, type Secrets } from '#platform'
import { findLinkToken, hashLinkToken, linkToken } from '../link-token.ts'
import { invitationEmail } from './email.ts'
import { openInvitations, toInvitation } from './open.ts'

interface Options {
  baseUrl: string
  secrets: Secrets
  /** Null if email is not configured: the user who confirms then shares the link. */
  queueEmail: QueueEmail | null
}

export const createConfirmInvitation = ({ baseUrl, secrets, queueEmail }: Options) =>
  implement(confirmInvitation, async ({ tx, actor, params: { invitationId: id } }) => {
    const confirmed = await tx
      .updateTable('invitations')
      .set({
        confirmedAt: sql<string>`now()`,
        expiresAt: sql<string>`now() + interval '7 days'`,
        // Nobody has seen the link yet, and the secret that it was derived from may be gone.
        tokenHash: hashLinkToken(linkToken(secrets.newest, 'invitation', id)),
      })
      .where('id', '=', id)
      .where('confirmedAt', 'is', null)
      .where('revokedAt', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (confirmed) {
      await record(tx, actor, 'invitation.confirm', { type: 'invitation', id, label: confirmed.email })
      await queueEmail?.(tx, invitationEmail, { id })
    }
    const row = await openInvitations(tx).where('invitations.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal('invitation_not_found')
    const token = findLinkToken(secrets, 'invitation', row)
    if (token === undefined)
      throw new Refusal(
        'already_done',
        'It was confirmed before the server’s secret changed. Its link still works but can no longer be shown. Revoke the invitation and create a new one.',
      )
    return { ...toInvitation(row), url: `${baseUrl}/invitations/${token}` }
  })
