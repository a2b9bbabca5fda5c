import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { ApiError } from '#client'
import { type ErrorCode, signOut } from '#contract'
import { call } from '../api.ts'
import { lazyPart } from '../components/lazy-part.tsx'
import { onFirstUse } from '../components/on-first-use.tsx'
import { overlays } from '../components/overlay.ts'
import { setConfirmationDialog } from '../confirmation.ts'
import { useIsCodeMissing, useIsLost } from '../connection.ts'
import { leaveForUsers, meOptions, sessionOptions } from '../session.ts'
import classes from './root.module.css'

/** The dialog that asks users who they are. */
const confirmation = onFirstUse(() => import('./confirmation-dialog.tsx'))

/** Has calls that need a confirmation ask for it. */
function useConfirmation(): void {
  useEffect(() => setConfirmationDialog(async () => (await confirmation.use()).ask()), [])
}

const SignInAgain = lazyPart(() => import('./sign-in-again.tsx'))

/** Wraps every page, inside and outside the shell. */
export function Root() {
  useLeaveForTwoFactor()
  useAccessChanges()
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

/** Leads to the set-up of two-factor authentication if it becomes required while a page is open. */
function useLeaveForTwoFactor(): void {
  const queries = useQueryClient()
  const router = useRouter()
  useRefused('two_factor_required', async () => {
    const session = await queries.fetchQuery({ ...sessionOptions, staleTime: 0 })
    if (session?.mustSetUpTwoFactor) await router.navigate({ to: '/set-up-two-factor', replace: true })
  })
}

/** Loads again what the user may see and change if it has changed while a page is open. */
function useAccessChanges(): void {
  const queries = useQueryClient()
  useRefused('access_required', () => void queries.invalidateQueries({ queryKey: meOptions.queryKey }))
}

/** Returns the user whose session has ended, as reported by any call, and a function to call once there is a new one. */
function useSessionEnd(): [ended: { userId: string | undefined } | undefined, startAgain: () => void] {
  const queries = useQueryClient()
  const [ended, setEnded] = useState<{ userId: string | undefined }>()

  useRefused('unauthenticated', () => {
    const isService = queries.getQueryData(sessionOptions.queryKey)?.openedBy
    // Signing out leads back to the session that it was opened from.
    if (isService) return void call(signOut, {}, {}).finally(leaveForUsers)
    const userId = queries.getQueryData(meOptions.queryKey)?.user.id
    setEnded((ended) => ended ?? { userId })
  })
  return [ended, () => setEnded(undefined)]
}

/** Calls `onRefused` whenever any call fails with an error code. */
function useRefused(code: ErrorCode, onRefused: () => void): void {
  const queries = useQueryClient()
  // A ref, because the caches also report while something renders, when an effect event may not be called.
  const latest = useRef(onRefused)
  useEffect(() => {
    latest.current = onRefused
  })
  useEffect(() => {
    const watch = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const error: unknown = event.action.error
      if (error instanceof ApiError && error.code === code) latest.current()
    }
    const stops = [queries.getQueryCache().subscribe(watch), queries.getMutationCache().subscribe(watch)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queries, code])
}
