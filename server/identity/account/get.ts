import { getAccount } from '#contract'
import { implement } from '#platform'
import { countRecoveryCodes } from '../two-factor/recovery-codes.ts'

/** `identityProvider`: the configured one. */
export const createGetAccount = (identityProvider: { name: string } | null) =>
  implement(getAccount, async ({ tx, actor: { userId } }) => {
    const { twoFactor } = await tx
      .selectFrom('users')
      .select('twoFactorEnabled as twoFactor')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const accounts = await tx
      .selectFrom('accounts')
      .select('providerId')
      .where('userId', '=', userId)
      .execute()
    const linked = accounts.some(({ providerId }) => providerId !== 'credential')
    return {
      hasPassword: accounts.some(({ providerId }) => providerId === 'credential'),
      twoFactor,
      recoveryCodesLeft: await countRecoveryCodes(tx, userId),
      identityProvider: linked ? identityProvider && { name: identityProvider.name } : null,
    }
  })
