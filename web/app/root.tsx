import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { overlays } from '../components/overlay.ts'
import { confirmation, useConfirmation } from './confirmation.ts'
import { useLeaveForTwoFactor } from './leave-for-two-factor.ts'
import { useSessionEnd } from './session-end.ts'

const SignInAgain = lazy(() => import('./sign-in-again.tsx'))

/** Wraps every page, inside and outside the shell. */
export function Root() {
  useLeaveForTwoFactor()
  useConfirmation()
  const [ended, startAgain] = useSessionEnd()
  return (
    <>
      <Outlet />
      <overlays.Host />
      <confirmation.Host />
      {ended && (
        <Suspense>
          <SignInAgain userId={ended.userId} onDone={startAgain} />
        </Suspense>
      )}
    </>
  )
}
