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

/** Pages for those who are signed in. Others sign in first and come back here. */
export async function requireSession({ context: { queries }, location }: Arrival): Promise<void> {
  const session = await queries.ensureQueryData(sessionOptions)
  if (session) {
    // The same answer as `me.get` would give, one request less.
    queries.setQueryData(
      meOptions.queryKey,
      (me) => me ?? { user: session.user, via: 'session' as const, apiKey: null },
    )
    return
  }
  if ((await setupState(queries)).needed) throw redirect({ to: '/setup' })
  throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { returnTo: location.href } })
}

/** The sign-in page, for those who are not signed in and where somebody can be. */
export async function requireNoSession({ context: { queries }, search }: Arrival): Promise<void> {
  if (await queries.ensureQueryData(sessionOptions)) throw redirect({ href: safePath(search.returnTo) })
  if ((await setupState(queries)).needed) throw redirect({ to: '/setup' })
}

/** The set-up page, until somebody is the owner. */
export async function requireSetup({ context: { queries } }: Arrival): Promise<void> {
  if (!(await setupState(queries)).needed) throw redirect({ to: '/' })
}

const setupState = (queries: QueryClient) => queries.fetchQuery(callOptions(getSetup))
