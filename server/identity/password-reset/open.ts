import { sql } from 'kysely'
import type { Reader } from '#database'

/**
 * Selects resets whose link works, with their user. The caller adds conditions. Links stop working when the user is
 * disabled or the password is changed.
 */
export const openResets = (tx: Reader) =>
  tx
    .selectFrom('passwordResets')
    .innerJoin('users', 'users.id', 'passwordResets.userId')
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .where('users.disabled', '=', false)
    .where((is) =>
      is.exists(
        is
          .selectFrom('accounts')
          .whereRef('accounts.userId', '=', 'passwordResets.userId')
          .where('providerId', '=', 'credential')
          .whereRef('accounts.updatedAt', '<=', 'passwordResets.createdAt'),
      ),
    )
    .select(['passwordResets.id', 'userId', 'users.email', 'users.name', 'expiresAt', 'tokenHash'])
