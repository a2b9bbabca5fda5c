import { Button, Text, VisuallyHidden } from '@mantine/core'
import { revokeSession, type Session } from '#contract'
import { useAction } from '../../api.ts'
import type { Column } from '../../components/data-table.tsx'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'

export const sessionColumns: Column<Session>[] = [
  {
    heading: 'Browser',
    cell: (session) => (
      <>
        <Text span inherit fw={500}>
          {nameOf(session)}
        </Text>
        {session.current && (
          <Text size="xs" c="dimmed">
            This browser
          </Text>
        )}
      </>
    ),
  },
  { heading: 'Signed in', width: '11rem', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { heading: 'Last seen', width: '11rem', cell: (session) => <LastSeen session={session} /> },
  {
    heading: 'Actions',
    hideHeading: true,
    align: 'right',
    width: '8rem',
    cell: (session) => !session.current && <SignOut session={session} />,
  },
]

const nameOf = ({ browser }: Session) => browser ?? 'Unknown browser'

const hour = 60 * 60 * 1000

/** It is noted once an hour, so anything finer would be made up. */
function LastSeen({ session: { current, lastSeenAt } }: { session: Session }) {
  if (current) return 'Now'
  return Date.now() - Date.parse(lastSeenAt) < hour ? 'In the last hour' : <RelativeTime at={lastSeenAt} />
}

function SignOut({ session }: { session: Session }) {
  const { mutateAsync, isPending } = useAction(revokeSession)
  const name = nameOf(session)
  const signOut = async () => {
    try {
      await mutateAsync({ sessionId: session.id })
      notifyDone(`${name} is signed out`)
    } catch (error) {
      notifyFailed(`${name} is still signed in`, error)
    }
  }
  return (
    <Button variant="default" size="compact-sm" loading={isPending} onClick={signOut}>
      Sign out<VisuallyHidden component="span"> {name}</VisuallyHidden>
    </Button>
  )
}
