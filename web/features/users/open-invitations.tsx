import { Button, Text, Title } from '@mantine/core'
import { type Invitation, listInvitations } from '#contract'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useList } from '../../list.ts'
import { roleNames } from './roles.ts'
import { useRevokeInvitation } from './use-revoke-invitation.ts'

/** Who was invited and has not come yet. */
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
          text: 'Whoever is invited stands here until they accept. Their link works once, for seven days.',
        }}
      />
    </section>
  )
}

const isExpired = ({ expiresAt }: Invitation) => Date.parse(expiresAt) <= Date.now()

const columns: Column<Invitation>[] = [
  { heading: 'E-mail address', cell: ({ email }) => <Text fw={500}>{email}</Text> },
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
  {
    heading: 'Actions',
    hideHeading: true,
    align: 'right',
    width: '7rem',
    cell: (invitation) => <RevokeButton invitation={invitation} />,
  },
]

function RevokeButton({ invitation }: { invitation: Invitation }) {
  const revoke = useRevokeInvitation(invitation)
  return (
    <Button
      variant="default"
      size="xs"
      onClick={revoke}
      aria-label={`Revoke the invitation of ${invitation.email}`}
    >
      Revoke
    </Button>
  )
}
