import type { Reader } from '#database'
import { Refusal } from '#platform'

/** Returns whether a user must set up two-factor authentication before anything else. */
export async function mustSetUpTwoFactor(tx: Reader, userId: string): Promise<boolean> {
  const found = await withPasswordAlone(tx, userId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('settings').select('oneRow').where('twoFactorRequired', '=', true)),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps users from requiring of others what they do not do. @throws Refusal `two_factor_disabled` */
export async function refuseWithPasswordAlone(tx: Reader, userId: string): Promise<void> {
  if (await withPasswordAlone(tx, userId).executeTakeFirst())
    throw new Refusal(
      'two_factor_disabled',
      'Turn on two-factor authentication for your own account before you require it.',
    )
}

/** @throws Refusal `two_factor_required` if the organisation requires it */
export async function refuseWhereRequired(tx: Reader): Promise<void> {
  const { twoFactorRequired } = await tx
    .selectFrom('settings')
    .select('twoFactorRequired')
    .executeTakeFirstOrThrow()
  if (twoFactorRequired)
    throw new Refusal('two_factor_required', 'Your organisation requires two-factor authentication.')
}

/** Selects the user unless they have a second factor, or no password: then the identity provider decides. */
const withPasswordAlone = (tx: Reader, userId: string) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('twoFactorEnabled', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('accounts')
          .select('accounts.id')
          .whereRef('accounts.userId', '=', 'users.id')
          .where('providerId', '=', 'credential'),
      ),
    )
