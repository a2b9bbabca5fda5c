import { getSignInMethods } from '#contract'
import { implementOutside } from '#platform'

/** Returns what the sign-in page offers besides the password. */
export const createGetSignInMethods = (passwordReset: boolean, identityProvider: { name: string } | null) =>
  implementOutside(getSignInMethods, async () => ({
    passwordReset,
    identityProvider: identityProvider && { name: identityProvider.name },
  }))
