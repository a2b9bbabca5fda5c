import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { getSetup } from '#contract'
import { callOptions } from '../api.ts'
import { safePath } from '../features/sessions/safe-path.ts'
import { meOptions, sessionOptions } from '../session.ts'

interface Arrival {
  context: { queries: QueryClient }
  location: { href: string }
  search: { returnTo?: string }
}

/** Guards pages that need a session. Others sign in first and return here. */
export async function requireSession({ context: { queries }, location }: Arrival): Promise<void> {
  const session = await queries.ensureQueryData(sessionOptions)
  if (session) {
    // The same as the result of `me.get`, without another request.
    queries.setQueryData(
      meOptions.queryKey,
      (me) => me ?? { user: session.user, via: 'session' as const, apiKey: null },
    )
    return
  }
  if ((await setupState(queries)).needed) throw redirect({ to: '/setup' })
  throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { returnTo: location.href } })
}

/** Guards the sign-in page: only without a session, and once Aerie is set up. */
export async function requireNoSession({ context: { queries }, search }: Arrival): Promise<void> {
  if (await queries.ensureQueryData(sessionOptions)) throw redirect({ href: safePath(search.returnTo) })
  if ((await setupState(queries)).needed) throw redirect({ to: '/setup' })
}

/** Guards the set-up page: only until there is an owner. */
export async function requireSetup({ context: { queries } }: Arrival): Promise<void> {
  if (!(await setupState(queries)).needed) throw redirect({ to: '/' })
}

const setupState = (queries: QueryClient) => queries.fetchQuery(callOptions(getSetup))
