import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A browser that believes itself offline still reaches a server on the same machine or network.
      queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 2_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** A refusal stays a refusal; a server that did not answer or was busy may answer next time. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && (!(error instanceof ApiError) || error.status >= 500)
}
