import { Button, Code, Text } from '@mantine/core'
import { IconPlus, IconRobot, IconUserPlus } from '@tabler/icons-react'
import {
  createInvitation,
  createUser,
  listGrants,
  listInvitations,
  listUsers,
  type User,
  updateUser,
} from '#contract'
import { Caption } from '../../components/caption.tsx'
import { actionsColumn, type Column, column, timeColumn } from '../../components/columns.tsx'
import { useDialog } from '../../components/form-dialog.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { headings } from '../../headings.ts'
import { useList } from '../../list.ts'
import { useMay, useMe } from '../../session.ts'
import { UnconfirmedChanges } from '../grants/unconfirmed-changes.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberMenu } from './member-menu.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { RoleAndAccess } from './role-and-access.tsx'
import { ServiceDialog } from './service-dialog.tsx'

export default function UsersPage() {
  const may = useMay()
  const me = useMe()
  const inviting = useDialog('invite')
  const creating = useDialog('service')

  return (
    <ListPage
      {...headings['/settings/members']}
      action={
        <>
          {may(createUser) && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
              New service user
            </Button>
          )}
          {may(createInvitation) && (
            <Button
              variant="filled"
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={inviting.open}
            >
              Invite someone
            </Button>
          )}
        </>
      }
      list={useList(listUsers, {})}
      columns={userColumns(me.id, may(updateUser))}
      isFaded={({ disabled }) => disabled}
      empty={{ title: 'No users', text: 'Users who accept an invitation are listed here.' }}
    >
      {may(updateUser) && (
        <Caption mt="sm">
          To transfer ownership, run <Code>transfer-ownership</Code> on the server.
        </Caption>
      )}
      {may(listInvitations) && <OpenInvitations />}
      {may(listGrants) && (
        <UnconfirmedChanges operation="users.update" changes="Enabled users, and raised roles and access" />
      )}
      {may(createInvitation) && <InviteDialog dialog={inviting} />}
      {may(createUser) && <ServiceDialog dialog={creating} />}
    </ListPage>
  )
}

/** Returns the columns of users. `me` is the user's own id; `mayUpdate` adds the menu of actions. */
const userColumns = (me: string, mayUpdate: boolean): Column<User>[] => [
  column('Name', {}, ({ id, name, email, kind }) => (
    <>
      <Text span inherit fw={500}>
        <bdi>{name}</bdi>
      </Text>
      {id === me && <Caption span> (you)</Caption>}
      {kind === 'service' && (
        <>
          {' '}
          <StateBadge kind="quiet" icon={IconRobot} text="Service" />
        </>
      )}
      {email && <Caption>{email}</Caption>}
    </>
  )),
  column('Role', { width: '8rem' }, ({ role, access }) => <RoleAndAccess role={role} access={access} />),
  column('State', { width: '9rem' }, ({ disabled }) => (
    <StateBadge kind={disabled ? 'bad' : 'good'} text={disabled ? 'Disabled' : 'Active'} />
  )),
  ...(mayUpdate
    ? [
        column('Two-factor', { width: '8rem' }, ({ kind, twoFactor }: User) =>
          kind === 'service' ? null : twoFactor ? 'On' : <Text c="dimmed">Off</Text>,
        ),
      ]
    : []),
  timeColumn('Joined', { drop: 1 }, ({ createdAt }) => createdAt),
  ...(mayUpdate
    ? [
        actionsColumn(
          '4rem',
          (member: User) => member.role !== 'owner' && <MemberMenu member={member} isMe={member.id === me} />,
        ),
      ]
    : []),
]
