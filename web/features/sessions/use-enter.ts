import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signIn } from '#contract'
import { useAction } from '../../api.ts'
import { sessionOptions } from '../../session.ts'
import { safePath } from './safe-path.ts'

/** Returns a function that opens a page once this browser has a session. */
export function useGoIn(): (to: unknown) => Promise<void> {
  const router = useRouter()
  const queries = useQueryClient()
  return async (to) => {
    await queries.fetchQuery({ ...sessionOptions, staleTime: 0 })
    await router.navigate({ href: safePath(to), replace: true })
  }
}

/**
 * Returns a function that signs in with a password that was just set and opens the first page, or the sign-in page
 * if that fails. It resolves to `code-required` when two-factor authentication is on, which new accounts do not have.
 */
export function useEnter() {
  const router = useRouter()
  const goIn = useGoIn()
  const { mutateAsync } = useAction(signIn)

  return async (credentials: { email: string; password: string }) => {
    try {
      const answer = await mutateAsync(credentials)
      if ('twoFactorRequired' in answer) return 'code-required'
      await goIn('/')
    } catch {
      await router.navigate({ to: '/sign-in', replace: true })
    }
    return 'done'
  }
}
