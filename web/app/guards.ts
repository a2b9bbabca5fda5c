import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { type getSession, getSetup, type Output } from '#contract'
import { callOptions } from '../api.ts'
import { safePath } from '../features/sessions/safe-path.ts'
import { meOptions, sessionOptions } from '../session.ts'

interface Arrival {
  context: { queries: QueryClient }
  location: { href: string; pathname: string }
  search: { returnTo?: string }
}

/** The only page in a session of a service user. */
const pageOfServices = '/settings/api-keys'

/** Guards pages that need a session. Others sign in first and return here. */
export async function requireSession({ context: { queries }, location }: Arrival): Promise<void> {
  const session = await queries.ensureQueryData(sessionOptions)
  if (session?.mustSetUpTwoFactor) throw redirect({ to: '/set-up-two-factor' })
  if (session?.openedBy && location.pathname !== pageOfServices) throw redirect({ to: pageOfServices })
  if (session) return keepMe(queries, session)
  if ((await setupState(queries)).needed) throw redirect({ to: '/setup' })
  throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { returnTo: location.href } })
}

/** Guards the page that sets up required two-factor authentication: only until it is done. */
export async function requireMissingTwoFactor({ context: { queries } }: Arrival): Promise<void> {
  const session = await queries.ensureQueryData(sessionOptions)
  if (!session?.mustSetUpTwoFactor) throw redirect({ to: '/' })
  keepMe(queries, session)
}

/** Keeps the same as the result of `me.get`, without another request. */
function keepMe(queries: QueryClient, { user, access }: NonNullable<Output<typeof getSession>>): void {
  queries.setQueryData(
    meOptions.queryKey,
    (me) => me ?? { user, access, via: 'session' as const, apiKey: null },
  )
}

/** Guards the sign-in page: only without a session, and once Aerie is set up. */
export async function requireNoSession({ context: { queries }, search }: Arrival): Promise<void> {
  const [session, { needed }] = await Promise.all([
    queries.ensureQueryData(sessionOptions),
    setupState(queries),
  ])
  if (session) throw redirect({ href: safePath(search.returnTo) })
  if (needed) throw redirect({ to: '/setup' })
}

/** Guards the set-up page: only until there is an owner. */
export async function requireSetup({ context: { queries } }: Arrival): Promise<void> {
  if (!(await setupState(queries)).needed) throw redirect({ to: '/' })
}

const setupState = (queries: QueryClient) => queries.fetchQuery(callOptions(getSetup))
