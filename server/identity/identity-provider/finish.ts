import { finishIdentityProvider } from '#contract'
import { implementOutside } from '#platform'
import type { Auth } from '../auth.ts'
import { browserOf } from '../sessions/browser.ts'
import { admit } from './admit.ts'
import type { PendingSignIns } from './pending.ts'
import type { IdentityProvider } from './provider.ts'
import { expired, notConfigured } from './refusals.ts'

/** Requires no two-factor authentication of its own. `provider`: null if not configured. */
export const createFinishIdentityProvider = (
  auth: Auth,
  provider: IdentityProvider | null,
  pendings: PendingSignIns,
) =>
  implementOutside(finishIdentityProvider, async ({ db, body: { response }, credentials }) => {
    if (!provider) throw notConfigured()
    const pending = await pendings.find(credentials.cookie)
    if (!pending || new URLSearchParams(response).get('state') !== pending.state) throw expired()
    const identity = await provider.identify(response, pending)
    for (const cookie of await pendings.end()) credentials.setCookie(cookie)
    const browser = browserOf(credentials.userAgent)
    const token = await db.transaction((tx) => admit(tx, identity, pending, browser))
    await auth.enter(credentials, token)
    return { to: pending.to }
  })
