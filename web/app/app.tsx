import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#client'
import { noticeLoss, onFound } from '../connection.ts'
import { colorSchemeKey } from './colors.ts'
import { pageNonce } from './content-security.ts'
import { createAppRouter } from './router.ts'
import { cssVariables, theme } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: colorSchemeKey })

export function App() {
  const [queries] = useState(createQueryClient)
  const [router] = useState(() => createAppRouter(queries))
  // Even what did load may be out of date by now.
  useEffect(() => onFound(() => void queries.refetchQueries({ type: 'active' })), [queries])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      getStyleNonce={pageNonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noticeLoss }),
    mutationCache: new MutationCache({ onError: noticeLoss }),
    defaultOptions: {
      // A browser that reports being offline can still reach a server on the same machine or network.
      queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 2_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Retries server errors once, after a second. If there was no response, everything is loaded again when there is. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof ApiError && error.status >= 500
}
