import { startIdentityProvider } from '#contract'
import { implementOutside } from '#platform'
import type { PendingSignIns } from './pending.ts'
import type { IdentityProvider } from './provider.ts'
import { notConfigured } from './refusals.ts'
import { safePath } from './safe-path.ts'

/** `provider`: null if not configured. */
export const createStartIdentityProvider = (provider: IdentityProvider | null, pendings: PendingSignIns) =>
  implementOutside(startIdentityProvider, async ({ body, credentials }) => {
    if (!provider) throw notConfigured()
    const { proof, cookie } = pendings.begin(safePath(body.to), body.confirm ?? false)
    const url = await provider.signInUrl(proof)
    credentials.setCookie(cookie)
    return { url }
  })
