import { getSignInMethods } from '#contract'
import { implementOutside } from '#platform'

/** What the sign-in page offers beside the password, by the settings. */
export const createGetSignInMethods = (passwordReset: boolean, identityProvider: { name: string } | null) =>
  implementOutside(getSignInMethods, async () => ({
    passwordReset,
    identityProvider: identityProvider && { name: identityProvider.name },
  }))
