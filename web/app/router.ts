import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  type AnyRouteMatch,
  type AsyncRouteComponent,
  createRouter,
} from '@tanstack/react-router'
import type { Needs } from '#contract'
import { own } from '#rules/own'
import { NotFound, PageFailed, PageLoading } from './fallback-pages.tsx'
import { routeTree } from './routes.tsx'

export function createAppRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queries },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    // Guards run at every navigation; the query client caches what they read.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 400,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
  })
  // The router loads the code of a page when its guard is done. This loads it meanwhile.
  const routes: Record<string, AnyRoute> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation) as AnyRouteMatch[])
    (own(routes, routeId)?.options.component as Partial<AsyncRouteComponent<object>> | undefined)?.preload?.()
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The access that a page needs. */
    needs?: Needs
  }
}

/** The query of an address as plain text: `?q=2026` stays text, and a filter that is off leaves no trace. */
function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}
