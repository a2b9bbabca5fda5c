import { Button, Group, Modal, Radio, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { createInvitation, getSignInMethods, listAuditLog, type Output } from '#contract'
import { useCall } from '../../api.ts'
import { useCopyButton } from '../../components/copy.tsx'
import type { useDialog } from '../../components/form-dialog.tsx'
import { dateOf } from '../../components/format.ts'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { stay, useUnsaved } from '../../components/unsaved.ts'
import classes from './invite-dialog.module.css'
import { adminsCan } from './roles.ts'

/** Creates an invitation, then shows its link, which only a button closes. */
export function InviteDialog({ dialog }: { dialog: ReturnType<typeof useDialog> }) {
  const [invitation, setInvitation] = useState<Output<typeof createInvitation>>()
  const asking = invitation === undefined

  const show = (invitation: Output<typeof createInvitation>) => {
    setInvitation(invitation)
    // Takes the dialog out of the address, so that a reload does not open an empty form.
    dialog.close()
  }
  return (
    <Modal
      opened={!asking || dialog.opened}
      onClose={dialog.close}
      title={asking ? 'Invite someone' : 'Invitation link'}
      withCloseButton={asking}
      closeOnEscape={asking}
      closeOnClickOutside={asking}
      // The content is removed as soon as the dialog closes, so there is nothing to fade.
      transitionProps={{ duration: 120, exitDuration: 0 }}
    >
      {asking ? (
        dialog.opened && <InviteForm onInvited={show} onCancel={dialog.close} />
      ) : (
        <InvitationLink invitation={invitation} onClose={() => setInvitation(undefined)} />
      )}
    </Modal>
  )
}

interface InviteFormProps {
  onInvited: (invitation: Output<typeof createInvitation>) => void
  onCancel: () => void
}

function InviteForm({ onInvited, onCancel }: InviteFormProps) {
  const { data: methods } = useCall(getSignInMethods)
  const form = useOperationForm(createInvitation, {
    initial: { email: '', role: 'member' as 'admin' | 'member' },
    fieldOf: { email_taken: 'email', already_invited: 'email' },
    also: [listAuditLog],
    onDone: onInvited,
  })
  return (
    <OperationForm form={form} submit={methods?.passwordReset ? 'Invite' : 'Create link'} onCancel={onCancel}>
      <TextInput
        label="Email address"
        description={
          methods?.passwordReset
            ? 'Used to sign in. The invitation is sent here.'
            : 'Used to sign in. This server does not send emails: you get a link to send yourself.'
        }
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.field('email')}
      />
      <Radio.Group label="Role" {...form.field('role')}>
        <Stack gap="sm" mt={6}>
          <Radio value="member" label="Member" description="Can use all features and create API keys." />
          <Radio value="admin" label="Admin" description={`Can also ${adminsCan}.`} />
        </Stack>
      </Radio.Group>
    </OperationForm>
  )
}

interface InvitationLinkProps {
  invitation: Output<typeof createInvitation>
  onClose: () => void
}

/** The only view of a new invitation's link. Closing it asks, unless the link was copied or emailed. */
function InvitationLink({ invitation: { email, url, expiresAt }, onClose }: InvitationLinkProps) {
  const { button, copied, setCopied } = useCopyButton(url, 'Copy link')
  const isSent = useCall(getSignInMethods).data?.passwordReset ?? false
  const isLost = () => !copied && !isSent
  const question = {
    title: 'Close without the link?',
    consequences: `The link has not been copied and is not shown again. You would have to revoke the invitation of ${email} and create a new one.`,
    confirm: 'Close',
    cancel: 'Back to the link',
  }
  // The dialog is not part of the address: only another page takes the link away.
  useUnsaved(isLost, question, () => undefined)
  const done = async () => {
    if (!isLost() || !(await stay(question))) onClose()
  }

  return (
    <Stack>
      <Text>
        {isSent ? 'We have sent this link to' : 'Send this link to'} <strong>{email}</strong>. It works once,
        until {dateOf(expiresAt)}.
      </Text>
      <code className={classes.link} onCopy={() => setCopied(true)}>
        {url}
      </code>
      <Text c="dimmed">
        {isSent ? 'If the email does not arrive, send the link yourself' : 'Copy it now'}: it is not shown
        again. Anyone who has the link can accept the invitation.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button onClick={done}>Done</Button>
        {button}
      </Group>
      {copied === false && (
        <Text role="alert">The browser blocked copying. Select the link, then copy it.</Text>
      )}
      <VisuallyHidden role="status">{copied && 'Link copied'}</VisuallyHidden>
    </Stack>
  )
}
