import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { record, userTarget, visitor } from '#audit'
import type { Role } from '#contract'
import type { Transaction } from '#database'
import { type Credentials, newId, Refusal } from '#platform'
import { letsSomeoneIn } from '../invitations/open.ts'
import { type OpenedSession, openSession } from '../sessions/open-session.ts'
import { recordSignIn } from '../sessions/record-sign-in.ts'
import { insertUser } from '../user-rows.ts'
import type { Identity } from './identity.ts'
import type { Pending } from './pending.ts'
import { expired } from './refusals.ts'

type Account = Omit<Identity, 'email'>

/**
 * Opens a session for an identity: for the linked member, or else for the member or the open
 * invitation with its verified address, which is then linked.
 * @throws Refusal `identity_unknown`, or `sign_in_expired` if this response of the provider was already used
 */
export async function admit(
  tx: Transaction,
  identity: Identity,
  { state, expiresAt }: Pick<Pending, 'state' | 'expiresAt'>,
  credentials: Credentials,
): Promise<OpenedSession> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identitySignIns')
    .values({ stateHash: createHash('sha256').update(state).digest(), expiresAt: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw expired()

  const userId = (await linked(tx, identity)) ?? (await link(tx, identity, credentials))
  // Ending sessions locks the user too: it either sees and ends this session, or this sees its changes.
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'disabled'])
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (!user || user.disabled) throw disabledHere()
  if ((await linked(tx, identity)) !== userId) throw expired()
  await recordSignIn(tx, user, 'identity provider', credentials)
  return openSession(tx, userId, credentials)
}

/** Returns the id of the user linked to an account of the provider. */
async function linked(tx: Transaction, { issuer, subject }: Account): Promise<string | undefined> {
  const account = await tx
    .selectFrom('accounts')
    .select('userId')
    .where('providerId', '=', issuer)
    .where('accountId', '=', subject)
    .executeTakeFirst()
  return account?.userId
}

/** Links the member or the invitation with the verified address. @throws Refusal `identity_unknown` */
async function link(
  tx: Transaction,
  { email, ...identity }: Identity,
  credentials: Credentials,
): Promise<string> {
  if (email === null) throw unknown('The identity provider has not verified your email address.')
  // Locking these two rows lets sign-ins with one address through one at a time. The look-ups below see the first one's changes.
  const invitation = await tx
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invitedBy')
    .where('invitations.email', '=', email)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where(letsSomeoneIn)
    .select(['invitations.id', 'invitations.role', 'users.email as invitedBy'])
    .$narrowType<{ role: Role }>()
    .forShare('users')
    .forUpdate('invitations')
    .executeTakeFirst()
  const member = await tx
    .selectFrom('users')
    .select(['id', 'disabled'])
    .where('email', '=', email)
    .where('kind', '=', 'person')
    .forNoKeyUpdate()
    .executeTakeFirst()
  const already = await linked(tx, identity)
  if (already) return already
  if (member) return linkMember(tx, { ...member, email }, identity, credentials)
  if (invitation) return accept(tx, { ...invitation, email }, identity, credentials)
  throw unknown('Your email address belongs to no member or invitation here. Ask an administrator.')
}

async function linkMember(
  tx: Transaction,
  { id, disabled, email }: { id: string; disabled: boolean; email: string },
  identity: Account,
  credentials: Credentials,
): Promise<string> {
  if (disabled) throw disabledHere()
  const other = await tx
    .selectFrom('accounts')
    .select('id')
    .where('userId', '=', id)
    .where('providerId', '=', identity.issuer)
    .executeTakeFirst()
  if (other) throw unknown('Your email address is linked to another account of the identity provider.')
  await insertAccount(tx, id, identity)
  const target = userTarget(id, email)
  await record(tx, visitor({ id, email }, credentials), 'user.identity_link', target, {
    issuer: identity.issuer,
  })
  return id
}

async function accept(
  tx: Transaction,
  invitation: { id: string; role: Role; invitedBy: string; email: string },
  identity: Account,
  credentials: Credentials,
): Promise<string> {
  const { email, role, invitedBy } = invitation
  const accepted = { acceptedAt: sql<string>`now()` }
  await tx.updateTable('invitations').set(accepted).where('id', '=', invitation.id).execute()
  const name = identity.name ?? email.slice(0, email.indexOf('@'))
  const { id } = await insertUser(tx, { name, email, role, invitationId: invitation.id })
  await insertAccount(tx, id, identity)
  const details = { role, invitedBy, issuer: identity.issuer }
  await record(tx, visitor({ id, email }, credentials), 'user.create', userTarget(id, email), details)
  return id
}

const insertAccount = (tx: Transaction, userId: string, { issuer, subject }: Account) =>
  tx.insertInto('accounts').values({ id: newId(), userId, providerId: issuer, accountId: subject }).execute()

const unknown = (detail: string) => new Refusal('identity_unknown', detail)
const disabledHere = () => unknown('Your account here is disabled. Ask an administrator.')
