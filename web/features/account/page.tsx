import { Button, Group, Text, Title } from '@mantine/core'
import { listSessions, revokeSession, revokeSessions, type Session } from '#contract'
import { useAction, useCall } from '../../api.ts'
import { Caption } from '../../components/caption.tsx'
import { actionsColumn, type Column, column, RowButton, timeColumn } from '../../components/columns.tsx'
import { confirm } from '../../components/confirm.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Facts } from '../../components/facts.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { plural } from '../../components/format.ts'
import { notifyDone, notifyFailed } from '../../components/notify.tsx'
import { PageHeader } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { headings } from '../../headings.ts'
import { wholeList } from '../../list.ts'
import { leaveForSignIn, useMe } from '../../session.ts'
import { roleNames } from '../users/roles.ts'
import { ChangeEmail, ChangeName } from './profile-forms.tsx'
import { SignInMethods } from './sign-in-methods.tsx'

export default function AccountPage() {
  const { name, email, role } = useMe()
  const renaming = useDialog('name')
  const moving = useDialog('email')
  return (
    <>
      <PageHeader {...headings['/settings/account']} />
      <Facts
        facts={[
          { name: 'Name', value: <bdi>{name}</bdi> },
          { name: 'Email address', value: email },
          { name: 'Role', value: roleNames[role] },
        ]}
      />
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={renaming.open}>
          Change name
        </Button>
        <Button size="xs" onClick={moving.open}>
          Change email address
        </Button>
      </Group>
      <FormDialog dialog={renaming} title="Change name">
        <ChangeName onClose={renaming.close} />
      </FormDialog>
      <FormDialog dialog={moving} title="Change email address">
        <ChangeEmail onClose={moving.close} />
      </FormDialog>
      <SignInMethods />
      <Sessions />
    </>
  )
}

/** Your sessions, and buttons to end them. */
function Sessions() {
  const list = wholeList(useCall(listSessions))
  const { signOutOthers, signOutEverywhere } = useSignOuts()
  const rows = list.rows?.toSorted((one, other) => Number(other.current) - Number(one.current))
  return (
    <section>
      <Group justify="space-between" mt={40} mb="sm">
        <Title order={2}>Sessions</Title>
        <Group gap="xs">
          {rows && rows.length > 1 && (
            <Button size="xs" onClick={signOutOthers}>
              Sign out everywhere else
            </Button>
          )}
          <Button size="xs" onClick={signOutEverywhere}>
            Sign out everywhere
          </Button>
        </Group>
      </Group>
      <DataTable
        label="Sessions"
        list={{ ...list, rows }}
        columns={sessionColumns}
        empty={{ title: 'No sessions', text: 'Browsers that you sign in with are listed here.' }}
      />
    </section>
  )
}

const sessionColumns: Column<Session>[] = [
  column('Browser', {}, (session) => (
    <>
      <Text span inherit fw={500}>
        {browserOf(session)}
      </Text>
      {session.current && <Caption>This browser</Caption>}
    </>
  )),
  column('Address', { width: '12rem' }, ({ address }) => address ?? 'Unknown'),
  timeColumn('Signed in', { width: '11rem' }, ({ createdAt }) => createdAt),
  column('Last seen', { width: '11rem' }, (session) => <LastSeen session={session} />),
  actionsColumn('8rem', (session) => !session.current && <SignOut session={session} />),
]

const browserOf = ({ browser }: Session) => browser ?? 'Unknown browser'

const hourMs = 60 * 60 * 1000

/** The server records it once an hour, so a finer time would be made up. */
function LastSeen({ session: { current, lastSeenAt } }: { session: Session }) {
  if (current) return 'Now'
  return Date.now() - Date.parse(lastSeenAt) < hourMs ? 'In the last hour' : <RelativeTime at={lastSeenAt} />
}

function SignOut({ session }: { session: Session }) {
  const { mutateAsync, isPending } = useAction(revokeSession)
  const name = browserOf(session)
  const signOut = () =>
    mutateAsync({ sessionId: session.id }).then(
      () => notifyDone(`${name} is signed out`),
      (error) => notifyFailed(`${name} is still signed in`, error),
    )
  return <RowButton of={name} loading={isPending} onClick={signOut} label="Sign out" />
}

/** Returns functions that sign out everywhere else and, after asking, everywhere. */
function useSignOuts() {
  const others = useAction(revokeSessions)
  const all = useAction(revokeSessions, { onDone: leaveForSignIn })
  return {
    signOutOthers: () =>
      others.mutateAsync({ exceptThis: true }).then(
        ({ endedSessions }) => notifyDone(`You are signed out of ${plural(endedSessions, 'other session')}`),
        (error) => notifyFailed('You are still signed in elsewhere', error),
      ),
    signOutEverywhere: () =>
      confirm({
        title: 'Sign out everywhere?',
        consequences:
          'Every browser has to sign in again, including this one. Unsaved input may be lost. API keys keep working.',
        confirm: 'Sign out everywhere',
        act: () => all.mutateAsync({}),
      }),
  }
}
