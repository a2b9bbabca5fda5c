import { signOut } from '#contract'
import { useAction } from '../api.ts'
import { notifyFailed } from '../components/notify.tsx'

/** Ends the session. The page is loaded anew, so that nothing read with it stays in this browser's memory. */
export function useSignOut(): () => void {
  const { mutate } = useAction(signOut, {
    onDone: () => {
      location.assign('/sign-in')
      // Nothing is read anew on a page that is going.
      return new Promise(() => {})
    },
  })
  return () => mutate(undefined, { onError: (error) => notifyFailed('You are still signed in', error) })
}
