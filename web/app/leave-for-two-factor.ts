import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionOptions } from '../session.ts'
import { useRefused } from './use-refused.ts'

/** Leads to the set-up of two-factor authentication if it becomes required while a page is open. */
export function useLeaveForTwoFactor(): void {
  const queries = useQueryClient()
  const router = useRouter()
  useRefused('two_factor_required', async () => {
    const session = await queries.fetchQuery({ ...sessionOptions, staleTime: 0 })
    if (session?.mustSetUpTwoFactor) await router.navigate({ to: '/set-up-two-factor', replace: true })
  })
}
