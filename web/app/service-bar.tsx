// Separate because few sessions need it: its code is loaded on its own.
import { Button } from '@mantine/core'
import { signOut } from '#contract'
import { useAction } from '../api.ts'
import { notifyFailed } from '../components/notify.tsx'
import { leaveForUsers, useMe } from '../session.ts'

/** States that this is the session of a service user, and leads back to the admin's own. */
export default function ServiceBar({ className }: { className: string | undefined }) {
  const { name } = useMe()
  const back = useAction(signOut, { onDone: leaveForUsers })
  return (
    <section aria-label="Session of a service user" className={className}>
      <span>
        You are signed in as the service user <strong dir="auto">{name}</strong>.
      </span>
      <Button
        size="compact-sm"
        loading={back.isPending}
        onClick={() =>
          back.mutate(undefined, { onError: (error) => notifyFailed('You are still signed in', error) })
        }
      >
        Return to your session
      </Button>
    </section>
  )
}
