import { Button, Code, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { createInvitation, listGrants, listInvitations, listUsers, type User, updateUser } from '#contract'
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
import { roleNames } from './roles.ts'

export default function MembersPage() {
  const may = useMay()
  const me = useMe()
  const inviting = useDialog('invite')

  return (
    <ListPage
      {...headings['/settings/members']}
      action={
        may(createInvitation) && (
          <Button
            variant="filled"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={inviting.open}
          >
            Invite someone
          </Button>
        )
      }
      list={useList(listUsers, {})}
      columns={memberColumns(me.id, may(updateUser))}
      isFaded={({ disabled }) => disabled}
      empty={{ title: 'No members', text: 'Users who accept an invitation are listed here.' }}
    >
      {may(updateUser) && (
        <Caption mt="sm">
          To transfer ownership, run <Code>transfer-ownership</Code> on the server.
        </Caption>
      )}
      {may(listInvitations) && <OpenInvitations />}
      {may(listGrants) && (
        <UnconfirmedChanges operation="users.update" changes="Enabled users and raised roles" />
      )}
      {may(createInvitation) && <InviteDialog dialog={inviting} />}
    </ListPage>
  )
}

/** Returns the columns of members. `me` is the user's own id; `mayUpdate` adds the menu of actions. */
const memberColumns = (me: string, mayUpdate: boolean): Column<User>[] => [
  column('Name', {}, ({ id, name, email }) => (
    <>
      <Text span inherit fw={500}>
        <bdi>{name}</bdi>
      </Text>
      {id === me && <Caption span> (you)</Caption>}
      <Caption>{email}</Caption>
    </>
  )),
  column('Role', { width: '8rem' }, ({ role }) => roleNames[role]),
  column('State', { width: '9rem' }, ({ disabled }) => (
    <StateBadge kind={disabled ? 'bad' : 'good'} text={disabled ? 'Disabled' : 'Active'} />
  )),
  ...(mayUpdate
    ? [
        column('Two-factor', { width: '8rem' }, ({ twoFactor }: User) =>
          twoFactor ? 'On' : <Text c="dimmed">Off</Text>,
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
