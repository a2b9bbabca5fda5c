import { Text, Title } from '@mantine/core'
import { type Invitation, listAuditLog, listInvitations, listUsers, revokeInvitation } from '#contract'
import { useAction } from '../../api.ts'
import { confirm } from '../../components/confirm.tsx'
import { actionsColumn, type Column, DataTable, RowButton } from '../../components/data-table.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useList } from '../../list.ts'
import { roleNames } from './roles.ts'

/** Invitations that have not been accepted yet. */
export function OpenInvitations() {
  const list = useList(listInvitations, {}, 'invitationPages')
  return (
    <section>
      <Title order={2} mt={40} mb="sm">
        Open invitations
      </Title>
      <DataTable
        label="Open invitations"
        list={list}
        columns={columns}
        isFaded={isExpired}
        empty={{
          title: 'No open invitations',
          text: 'Invitations are listed here until they are accepted. Each link works once, for seven days.',
        }}
      />
    </section>
  )
}

const isExpired = ({ expiresAt }: Invitation) => Date.parse(expiresAt) <= Date.now()

const columns: Column<Invitation>[] = [
  { heading: 'Email address', cell: ({ email }) => <Text fw={500}>{email}</Text> },
  { heading: 'Role', width: '8rem', cell: ({ role }) => roleNames[role] },
  { heading: 'Invited by', width: '13rem', cell: ({ invitedBy }) => <bdi>{invitedBy.name}</bdi> },
  {
    heading: 'Expires',
    width: '9rem',
    cell: (invitation) =>
      isExpired(invitation) ? (
        <StateBadge kind="quiet">Expired</StateBadge>
      ) : (
        <RelativeTime at={invitation.expiresAt} />
      ),
  },
  actionsColumn('7rem', (invitation) => <RevokeButton invitation={invitation} />),
]

function RevokeButton({ invitation: { id, email } }: { invitation: Invitation }) {
  // The invitation may have been accepted meanwhile, so the members are read again too.
  const { mutateAsync } = useAction(revokeInvitation, { also: [listUsers, listAuditLog] })
  const revoke = () =>
    confirm({
      title: `Revoke the invitation of ${email}?`,
      consequences: 'The link stops working immediately. You can invite them again with a new link.',
      confirm: 'Revoke invitation',
      act: () => mutateAsync({ invitationId: id }),
      done: `The invitation of ${email} is revoked`,
    })
  return (
    <RowButton of={`the invitation of ${email}`} onClick={revoke}>
      Revoke
    </RowButton>
  )
}
