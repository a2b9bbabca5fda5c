import { startIdentityProvider } from '#contract'
import { implementOutside } from '#platform'
import type { PendingSignIns } from './pending.ts'
import type { IdentityProvider } from './provider.ts'
import { notConfigured } from './refusals.ts'

/** `provider`: null if not configured. */
export const createStartIdentityProvider = (provider: IdentityProvider | null, pendings: PendingSignIns) =>
  implementOutside(startIdentityProvider, async ({ body, credentials }) => {
    if (!provider) throw notConfigured()
    const { proof, cookie } = pendings.begin(safePath(body.to), body.confirm ?? false)
    const url = await provider.signInUrl(proof)
    credentials.setCookie(cookie)
    return { url }
  })

const longestPath = 2000

/** Returns the path to continue to after signing in: `to` if it is a path of this server, else `/`. */
export function safePath(to: string | undefined): string {
  const here = 'http://aerie.invalid'
  if (!to?.startsWith('/') || !URL.canParse(to, here)) return '/'
  const { origin, pathname, search, hash } = new URL(to, here)
  const path = pathname + search + hash
  // `/..//elsewhere` normalizes to `//elsewhere`, which is another server.
  return origin === here && !path.startsWith('//') && path.length <= longestPath ? path : '/'
}
