import { getRouteApi } from '@tanstack/react-router'
import { Threshold } from '../../components/threshold.tsx'
import { OtherWays } from './other-ways.tsx'
import { safePath } from './safe-path.ts'
import { SignIn } from './sign-in.tsx'
import { useGoIn } from './use-enter.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { returnTo } = route.useSearch()
  const goIn = useGoIn()
  return (
    <Threshold title="Sign in">
      <SignIn onDone={() => goIn(returnTo)}>
        <OtherWays to={safePath(returnTo)} />
      </SignIn>
    </Threshold>
  )
}
