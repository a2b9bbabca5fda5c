import { type SqlBool, sql } from 'kysely'
import { type Access, fullAccess, type Invitation } from '#contract'
import type { Reader } from '#database'
import { Refusal } from '#platform'
import { hashLinkToken } from '../link-token.ts'

/** What an invited user may access. */
const accessOf = sql<Access>`case when invitations.role = 'member' then invitations.access else ${JSON.stringify(fullAccess)}::jsonb end`

/** Selects invitations that are neither accepted nor revoked. The caller adds conditions. */
export function openInvitations(tx: Reader) {
  return tx
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invitedBy')
    .leftJoin('apiKeys', 'apiKeys.id', 'invitations.apiKeyId')
    .where('acceptedAt', 'is', null)
    .where('invitations.revokedAt', 'is', null)
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.role',
      accessOf.as('access'),
      'invitations.tokenHash',
      'invitations.createdAt',
      'invitations.expiresAt',
      'users.id as invitedById',
      'users.name as invitedByName',
      'invitations.confirmedAt',
      'apiKeys.id as keyId',
      'apiKeys.name as keyName',
      'apiKeys.prefix as keyPrefix',
    ])
    .$narrowType<Pick<Invitation, 'role'>>()
}

type Row = Awaited<ReturnType<ReturnType<typeof openInvitations>['executeTakeFirstOrThrow']>>

/** Converts a row of `openInvitations` to the API's form. */
export function toInvitation({
  invitedById,
  invitedByName,
  confirmedAt,
  keyId,
  keyName,
  keyPrefix,
  tokenHash: _,
  ...row
}: Row): Invitation {
  return {
    ...row,
    status: confirmedAt === null ? 'unconfirmed' : 'open',
    invitedBy: { id: invitedById, name: invitedByName },
    apiKey: keyId === null ? null : { id: keyId, name: keyName ?? '', prefix: keyPrefix ?? '' },
  }
}

/** Tests whether an invitation lets someone in: it is confirmed, and its inviter may still invite. */
export const letsSomeoneIn = sql<SqlBool>`(invitations.confirmed_at is not null
  and users.role in ('owner', 'admin') and not users.disabled)`

/**
 * Returns the invitation of a link's token, and in a transaction keeps its inviter as they are.
 * @throws Refusal with the reason if it is not open
 */
export async function invitationOf(tx: Reader, token: string) {
  const invitation = await tx
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invitedBy')
    .where('tokenHash', '=', hashLinkToken(token))
    .where(letsSomeoneIn)
    .$if(tx.isTransaction, (query) => query.forShare('users'))
    .select(({ eb }) => [
      'invitations.id',
      'invitations.email',
      'invitations.role',
      accessOf.as('access'),
      'invitations.expiresAt',
      'users.name as invitedBy',
      'users.email as invitedByEmail',
      eb('invitations.acceptedAt', 'is not', null).as('accepted'),
      eb('invitations.revokedAt', 'is not', null).as('revoked'),
      eb('invitations.expiresAt', '<=', eb.fn<string>('now')).as('expired'),
    ])
    .$narrowType<Pick<Invitation, 'role'>>()
    .executeTakeFirst()
  if (!invitation || invitation.revoked)
    throw new Refusal('invitation_not_found', 'This link is not valid. Ask for a new invitation.')
  if (invitation.accepted)
    throw new Refusal('invitation_accepted', 'This invitation was already accepted. Sign in.')
  if (invitation.expired)
    throw new Refusal('invitation_expired', 'This invitation has expired. Ask for a new invitation.')
  return invitation
}
