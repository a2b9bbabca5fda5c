import type { Role, User } from '#contract'
import { type Reader, type Transaction, violatedConstraint } from '#database'
import { newId, Refusal } from '#platform'

interface NewUser {
  name: string
  email: string
  role: Role
  /** From `hashPassword`, called before the transaction. Omitted for users of the identity provider. */
  passwordHash?: string
}

/**
 * Adds a user.
 * @throws Refusal `email_taken`, or `already_set_up` for a second owner.
 */
export async function insertUser(
  tx: Transaction,
  { passwordHash, ...user }: NewUser,
): Promise<{ id: string }> {
  const id = newId()
  try {
    await tx
      .insertInto('users')
      .values({ id, ...user })
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

/** Selects users as the API returns them. The caller adds conditions. */
export function users(tx: Reader) {
  return tx
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'role',
      'disabled',
      'twoFactorEnabled as twoFactor',
      'createdAt',
      'version',
    ])
    .$narrowType<Pick<User, 'role'>>()
}

/** Locks a user whose way of signing in changes: such changes happen one at a time, and sign-ins wait for them. */
export const lockUser = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'twoFactorEnabled'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
