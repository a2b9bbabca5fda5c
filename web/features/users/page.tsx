import { Button, Code, Text } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { createInvitation, listInvitations, listUsers, updateUser } from '#contract'
import { DataTable } from '../../components/data-table.tsx'
import { useDialog } from '../../components/form-dialog.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useList } from '../../list.ts'
import { useMay, useMe } from '../../session.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { memberColumns } from './member-columns.tsx'
import { OpenInvitations } from './open-invitations.tsx'

export function MembersPage() {
  const may = useMay()
  const me = useMe()
  const list = useList(listUsers, {})
  const inviting = useDialog('invite')

  return (
    <>
      <PageHeader
        title="Members"
        description="Everyone with an account here, and their role."
        action={
          may(createInvitation) && (
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={inviting.open}>
              Invite someone
            </Button>
          )
        }
      />
      <DataTable
        label="Members"
        list={list}
        columns={memberColumns({ me: me.id, mayChange: may(updateUser) })}
        isFaded={({ disabled }) => disabled}
        empty={{ title: 'No members', text: 'Whoever accepts an invitation stands here.' }}
      />
      {may(updateUser) && (
        <Text size="xs" c="dimmed" mt="sm">
          Ownership is handed over on the server, by whoever runs it, with <Code>transfer-ownership</Code>.
        </Text>
      )}
      {may(listInvitations) && <OpenInvitations />}
      {may(createInvitation) && <InviteDialog dialog={inviting} />}
    </>
  )
}
