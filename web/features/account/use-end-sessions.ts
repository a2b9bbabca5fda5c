import { revokeSessions } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { plural } from '../../components/format.ts'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'

/** Signs out everywhere else, or, after asking, everywhere. */
export function useEndSessions() {
  const others = useAction(revokeSessions)
  const all = useAction(revokeSessions, {
    onDone: () => {
      // Loaded anew, so that nothing read with the session stays in this browser's memory.
      location.assign('/sign-in')
      // Nothing is read anew on a page that is going.
      return new Promise(() => {})
    },
  })
  return {
    endOthers: async () => {
      try {
        const { endedSessions } = await others.mutateAsync({ exceptThis: true })
        notifyDone(`You are signed out of ${plural(endedSessions, 'other session')}`)
      } catch (error) {
        notifyFailed('You are still signed in elsewhere', error)
      }
    },
    endAll: () =>
      confirm({
        title: 'Sign out everywhere?',
        consequences:
          'Every browser has to sign in again, this one too. What is typed there and not saved may be lost. API keys go on working.',
        confirm: 'Sign out everywhere',
        act: () => all.mutateAsync({}),
      }),
  }
}
