import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../components/lazy-part.tsx'
import { overlays } from '../components/overlay.ts'
import { useIsCodeMissing, useIsLost } from '../connection.ts'
import { confirmation, useConfirmation } from './confirmation.ts'
import { useLeaveForTwoFactor } from './leave-for-two-factor.ts'
import classes from './root.module.css'
import { useSessionEnd } from './session-end.ts'

const SignInAgain = lazyPart(() => import('./sign-in-again.tsx'))

/** Wraps every page, inside and outside the shell. */
export function Root() {
  useLeaveForTwoFactor()
  useConfirmation()
  const [ended, startAgain] = useSessionEnd()
  const isLost = useIsLost()
  const isCodeMissing = useIsCodeMissing()
  return (
    <>
      <Outlet />
      <div role="status" className={classes.lost}>
        {isLost && 'Aerie cannot be reached. Trying again…'}
        {!isLost && isCodeMissing && 'Aerie was updated. Save your work, then reload the page.'}
      </div>
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
