import { sql } from 'kysely'
import type { Reader } from '#platform'

/**
 * Links that work, with whose they are, for the caller to narrow down. None works for someone who was disabled, or whose
 * password was changed since.
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
    .select(['passwordResets.id', 'userId', 'users.email', 'expiresAt'])
