import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createInvitation, getSignInMethods, listAuditLog, type Output } from '#contract'
import { useCall } from '../../api.ts'
import { FormDialog, type useDialog } from '../../components/form-dialog.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { InvitationLinkDialog } from './invitation-link.tsx'
import { adminsCan } from './roles.ts'

/** Creates an invitation, then shows its link. */
export function InviteDialog({ dialog }: { dialog: ReturnType<typeof useDialog> }) {
  const [invitation, setInvitation] = useState<Output<typeof createInvitation>>()
  const show = (invitation: Output<typeof createInvitation>) => {
    setInvitation(invitation)
    // Takes the dialog out of the address, so that a reload does not open an empty form.
    dialog.close()
  }
  return (
    <>
      <FormDialog dialog={dialog} title="Invite someone">
        <InviteForm onInvited={show} onCancel={dialog.close} />
      </FormDialog>
      <InvitationLinkDialog
        invitation={invitation && { ...invitation, url: invitation.url ?? '' }}
        onClose={() => setInvitation(undefined)}
      />
    </>
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
