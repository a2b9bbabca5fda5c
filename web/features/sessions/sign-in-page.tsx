import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Threshold } from '../../components/threshold.tsx'
import { sessionOptions } from '../../session.ts'
import { safePath } from './safe-path.ts'
import { SignInForm } from './sign-in-form.tsx'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { returnTo } = route.useSearch()
  const router = useRouter()
  const queries = useQueryClient()
  const enter = async () => {
    await queries.fetchQuery({ ...sessionOptions, staleTime: 0 })
    await router.navigate({ href: safePath(returnTo), replace: true })
  }
  return (
    <Threshold title="Sign in">
      <SignInForm onDone={enter} />
    </Threshold>
  )
}
