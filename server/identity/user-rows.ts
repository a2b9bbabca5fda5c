import { sql } from 'kysely'
import { type Access, fullAccess, type Role, type User } from '#contract'
import { type Reader, type Transaction, violatedConstraint } from '#database'
import { newId, Refusal } from '#platform'

interface NewUser {
  name: string
  email: string
  role: Role
  /** States the user’s access. Without one, it is the organisation’s default. */
  invitationId?: string
  /** From `hashPassword`, called before the transaction. Omitted for users of the identity provider. */
  passwordHash?: string
}

/**
 * Adds a user.
 * @throws Refusal `email_taken`, or `already_set_up` for a second owner.
 */
export async function insertUser(
  tx: Transaction,
  { passwordHash, invitationId, ...user }: NewUser,
): Promise<{ id: string }> {
  const id = newId()
  try {
    await tx
      .insertInto('users')
      .values({ id, ...user, access: invitationId ? accessOfInvitation(invitationId) : defaultAccess })
      .execute()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint !== 'users_one_owner' && constraint !== 'users_email_key') throw error
    // The owner is the first user, so a taken address means that another set-up was faster.
    throw new Refusal(user.role === 'owner' ? 'already_set_up' : 'email_taken')
  }
  if (passwordHash === undefined) return { id }
  await tx
    .insertInto('accounts')
    .values({ id: newId(), userId: id, providerId: 'credential', accountId: id, password: passwordHash })
    .execute()
  return { id }
}

const accessOfInvitation = (id: string) => sql<string>`(select access from invitations where id = ${id})`
const defaultAccess = sql<string>`(select default_access_of(settings) from settings)`

/** What a user may access at this moment. */
export const accessOf = sql<Access>`access_of(users)`

/** The access that is stored. Of owners and admins, it has no effect. */
export const storedAccess = sql<Access>`users.access`

/** Selects users as the API returns them. The caller adds conditions. */
export function users(tx: Reader, access = accessOf) {
  return tx
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'role',
      'kind',
      'disabled',
      'twoFactorEnabled as twoFactor',
      'createdAt',
      'version',
    ])
    .select(access.as('access'))
    .$narrowType<Pick<User, 'role' | 'kind'>>()
}

/** A user with the access that is stored. */
export type StoredUser = Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirstOrThrow']>>

/** Converts a user with the access that is stored to the API's form. */
export const toUser = (user: StoredUser) => ({
  ...user,
  access: user.role === 'member' ? user.access : fullAccess,
})

/** Locks a user whose way of signing in changes: such changes happen one at a time, and sign-ins wait for them. */
export const lockUser = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'twoFactorEnabled'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
