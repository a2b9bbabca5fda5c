import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { signIn } from '#contract'
import { useAction } from '../../api.ts'
import { sessionOptions } from '../../session.ts'

/** Signs in with an account that was just made and goes to the first page; to the sign-in page where that fails. */
export function useEnter() {
  const router = useRouter()
  const queries = useQueryClient()
  const { mutateAsync } = useAction(signIn)

  return async (credentials: { email: string; password: string }) => {
    try {
      await mutateAsync(credentials)
      await queries.fetchQuery({ ...sessionOptions, staleTime: 0 })
      await router.navigate({ to: '/', replace: true })
    } catch {
      await router.navigate({ to: '/sign-in', replace: true })
    }
  }
}
