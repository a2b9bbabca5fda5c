import { sql } from 'kysely'
import { record } from '#audit'
import { accessText, createInvitation, withLevels } from '#contract'
import { violatedConstraint } from '#database'
import type { QueueEmail } from '#mail'
import { implement, newId, Refusal, type Secrets } from '#platform'
import { readSettings } from '#settings'
import { hashLinkToken, linkToken } from '../link-token.ts'
import { invitationEmail } from './email.ts'
import { openInvitations, toInvitation } from './open.ts'

interface Options {
  baseUrl: string
  secrets: Secrets
  /** Null if email is not configured: the inviter then shares the link. */
  queueEmail: QueueEmail | null
}

export const createCreateInvitation = ({ baseUrl, secrets, queueEmail }: Options) =>
  implement(createInvitation, async ({ tx, actor, body: { email, role, access: stated } }) => {
    const taken = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    if (taken) throw new Refusal('email_taken')

    // Closes expired invitations: the unique index on open ones cannot depend on the time.
    await tx
      .updateTable('invitations')
      .set({ revokedAt: sql<string>`now()` })
      .where('email', '=', email)
      .where('acceptedAt', 'is', null)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '<=', sql<string>`now()`)
      .execute()

    const { defaultAccess } = await readSettings(tx).executeTakeFirstOrThrow()
    const access = withLevels(defaultAccess, stated)
    const id = newId()
    const token = linkToken(secrets.newest, 'invitation', id)
    const expiresAt = sql<string>`now() + interval '7 days'`
    await tx
      .insertInto('invitations')
      .values({
        id,
        email,
        role,
        access: JSON.stringify(access),
        tokenHash: hashLinkToken(token),
        invitedBy: actor.userId,
        apiKeyId: actor.apiKey?.id ?? null,
        ...(actor.apiKey && { confirmedAt: null }),
        expiresAt,
      })
      .execute()
      .catch((error) => {
        throw violatedConstraint(error) === 'invitations_one_open' ? new Refusal('already_invited') : error
      })
    await record(
      tx,
      actor,
      'invitation.create',
      { type: 'invitation', id, label: email },
      { role, access: accessText(access) },
    )
    if (!actor.apiKey) await queueEmail?.(tx, invitationEmail, { id })
    const row = await openInvitations(tx).where('invitations.id', '=', id).executeTakeFirstOrThrow()
    return {
      ...toInvitation(row),
      ...(!actor.apiKey && { url: `${baseUrl}/invitations/${token}` }),
    }
  })
