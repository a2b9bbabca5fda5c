import type { Role, User } from '#contract'
import { newId, type Reader, Refusal, type Transaction, violatedConstraint } from '#platform'

interface NewPerson {
  name: string
  email: string
  role: Role
  /** From `hashPassword`, made before the transaction; none for someone who signs in by the identity provider. */
  passwordHash?: string
}

/**
 * Adds someone, who can sign in with the password if there is one.
 * @throws Refusal `email_taken`, or `already_set_up` for a second owner.
 */
export async function insertPerson(
  tx: Transaction,
  { passwordHash, ...person }: NewPerson,
): Promise<{ id: string }> {
  const id = newId()
  try {
    await tx
      .insertInto('users')
      .values({ id, ...person })
      .execute()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint !== 'users_one_owner' && constraint !== 'users_email_key') throw error
    // An owner is made before anyone else, so a taken address is that of a set-up which was faster.
    throw new Refusal(person.role === 'owner' ? 'already_set_up' : 'email_taken')
  }
  if (passwordHash === undefined) return { id }
  await tx
    .insertInto('accounts')
    .values({ id: newId(), userId: id, providerId: 'credential', accountId: id, password: passwordHash })
    .execute()
  return { id }
}

/** Members as the API shows them, for the caller to narrow down. */
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
