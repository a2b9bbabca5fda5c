import type { Invitation } from '#contract'
import { type Reader, Refusal } from '#platform'
import { hashLinkToken } from '../link-token.ts'

/** Selects invitations that are neither accepted nor revoked. The caller adds conditions. */
export function openInvitations(tx: Reader) {
  return tx
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invitedBy')
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.createdAt',
      'invitations.expiresAt',
      'users.id as invitedById',
      'users.name as invitedByName',
    ])
    .$narrowType<Pick<Invitation, 'role'>>()
}

type Row = Awaited<ReturnType<ReturnType<typeof openInvitations>['executeTakeFirstOrThrow']>>

/** Converts a row of `openInvitations` to the API's form. */
export function toInvitation({ invitedById, invitedByName, ...row }: Row): Invitation {
  return { ...row, invitedBy: { id: invitedById, name: invitedByName } }
}

/** Returns the invitation of a link's token. @throws Refusal with the reason if it is not open */
export async function invitationOf(tx: Reader, token: string) {
  const invitation = await tx
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invitedBy')
    .where('tokenHash', '=', hashLinkToken(token))
    .select(({ eb }) => [
      'invitations.id',
      'invitations.email',
      'invitations.role',
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
