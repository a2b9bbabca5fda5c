import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signIn } from '#contract'
import { useAction } from '../../api.ts'
import { sessionOptions } from '../../session.ts'
import { safePath } from './safe-path.ts'

/** Goes to a page of this app, once this browser has a session. */
export function useGoIn(): (to: unknown) => Promise<void> {
  const router = useRouter()
  const queries = useQueryClient()
  return async (to) => {
    await queries.fetchQuery({ ...sessionOptions, staleTime: 0 })
    await router.navigate({ href: safePath(to), replace: true })
  }
}

/**
 * Signs in with a password that was just chosen and goes to the first page; to the sign-in page where that fails.
 * Says whether a second step is still to be taken, which accounts that are new do not have.
 */
export function useEnter() {
  const router = useRouter()
  const goIn = useGoIn()
  const { mutateAsync } = useAction(signIn)

  return async (credentials: { email: string; password: string }) => {
    try {
      const answer = await mutateAsync(credentials)
      if ('twoFactorRequired' in answer) return 'second-step'
      await goIn('/')
    } catch {
      await router.navigate({ to: '/sign-in', replace: true })
    }
    return 'done'
  }
}
