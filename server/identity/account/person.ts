import type { Transaction } from '#platform'

/** Someone whose way of signing in changes: such changes take turns, and sign-ins under way wait for them. */
export const lockPerson = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'twoFactorEnabled'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
