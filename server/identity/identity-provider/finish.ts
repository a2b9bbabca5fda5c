import { finishIdentityProvider } from '#contract'
import { implementOutside, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { enter } from '../sessions/enter.ts'
import { recordFailure } from '../sessions/record-failure.ts'
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
    const pending = pendings.find(credentials.cookie)
    if (!pending || new URLSearchParams(response).get('state') !== pending.state) throw expired()
    const identity = await provider.identify(response, pending)
    credentials.setCookie(pendings.end())
    const opened = await db
      .transaction((tx) => admit(tx, identity, pending, credentials))
      .catch(async (error) => {
        const { email } = identity
        const isRefused = error instanceof Refusal && error.code === 'identity_unknown'
        if (isRefused && email !== null)
          await db.transaction((tx) => recordFailure(tx, email, 'identity provider', credentials))
        throw error
      })
    await enter(auth, credentials, opened)
    return { to: pending.to }
  })
