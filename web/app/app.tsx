import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client'
import { colorSchemeKey } from './colors.ts'
import { pageNonce } from './content-security.ts'
import { createAppRouter } from './router.ts'
import { cssVariables, theme } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: colorSchemeKey })

export function App() {
  const [queries] = useState(createQueryClient)
  const [router] = useState(() => createAppRouter(queries))
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
    defaultOptions: {
      // A browser that reports being offline can still reach a server on the same machine or network.
      queries: { networkMode: 'always', retry: isWorthRetrying, staleTime: 2_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Retries network failures and server errors, but never refusals. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && (!(error instanceof ApiError) || error.status >= 500)
}
