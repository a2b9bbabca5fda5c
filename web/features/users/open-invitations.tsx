import { Text, Title } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import {
  confirmInvitation,
  type Invitation,
  listAuditLog,
  listInvitations,
  listUsers,
  type Output,
  revokeInvitation,
} from '#contract'
import { useAction } from '../../api.ts'
import { Caption } from '../../components/caption.tsx'
import { actionsColumn, type Column, column, RowButton } from '../../components/columns.tsx'
import { confirm } from '../../components/confirm.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useList } from '../../list.ts'
import { InvitationLinkDialog } from './invitation-link.tsx'
import { RoleAndAccess } from './role-and-access.tsx'
import { roleNames } from './roles.ts'

/** Invitations that have not been accepted yet. */
export function OpenInvitations() {
  const [confirmed, setConfirmed] = useState<Output<typeof confirmInvitation>>()
  return (
    <section>
      <Title order={2} mt={40} mb="sm">
        Open invitations
      </Title>
      <DataTable
        label="Open invitations"
        list={useList(listInvitations, {}, { pagesIn: 'invitationPages' })}
        columns={columnsWith(setConfirmed)}
        isFaded={isExpired}
        empty={{
          title: 'No open invitations',
          text: 'Invitations are listed here until they are accepted. Each link works once, for seven days.',
        }}
      />
      <InvitationLinkDialog invitation={confirmed} onClose={() => setConfirmed(undefined)} />
    </section>
  )
}

const isExpired = ({ expiresAt }: Invitation) => Date.parse(expiresAt) <= Date.now()

type OnConfirmed = (invitation: Output<typeof confirmInvitation>) => void

const columnsWith = (onConfirmed: OnConfirmed): Column<Invitation>[] => [
  column('Email address', {}, ({ email }) => <Text fw={500}>{email}</Text>),
  column('Role', { width: '8rem' }, ({ role, access }) => <RoleAndAccess role={role} access={access} />),
  column('Invited by', { width: '15rem' }, ({ invitedBy, apiKey }) => (
    <>
      <bdi>{invitedBy.name}</bdi>
      {apiKey && (
        <Caption>
          with the API key “<bdi>{apiKey.name}</bdi>”
        </Caption>
      )}
    </>
  )),
  column('Expires', { width: '9rem' }, (invitation) => {
    if (invitation.status === 'unconfirmed') return <StateBadge kind="warning" text="Unconfirmed" />
    if (isExpired(invitation)) return <StateBadge kind="quiet" icon={IconCalendarOff} text="Expired" />
    return <RelativeTime at={invitation.expiresAt} />
  }),
  actionsColumn('12rem', (invitation) => (
    <>
      {invitation.status === 'unconfirmed' && (
        <ConfirmButton invitation={invitation} onConfirmed={onConfirmed} />
      )}
      <RevokeButton invitation={invitation} />
    </>
  )),
]

interface ConfirmButtonProps {
  invitation: Invitation
  onConfirmed: OnConfirmed
}

function ConfirmButton({ invitation: { id, email, role, apiKey }, onConfirmed }: ConfirmButtonProps) {
  const { mutateAsync } = useAction(confirmInvitation, { also: [listAuditLog], onDone: onConfirmed })
  const ask = () =>
    confirm({
      title: `Confirm the invitation of ${email}?`,
      consequences: `It was created with the API key “${apiKey?.name}”. Confirm it if you know who asked for it: ${email} can then join as ${roleNames[role].toLowerCase()}.`,
      confirm: 'Confirm invitation',
      destroys: false,
      act: () => mutateAsync({ invitationId: id }),
    })
  return <RowButton of={`the invitation of ${email}`} onClick={ask} label="Confirm" />
}

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
  return <RowButton of={`the invitation of ${email}`} onClick={revoke} label="Revoke" />
}
