import { Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type Access,
  createInvitation,
  getSettings,
  getSignInMethods,
  listAuditLog,
  type Output,
} from '#contract'
import { useCall } from '../../api.ts'
import { FormDialog, type useDialog } from '../../components/form-dialog.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { Loaded } from '../../components/page.tsx'
import { AccessField } from './access-field.tsx'
import { InvitationLinkDialog } from './invitation-link.tsx'
import { RoleField } from './role-field.tsx'

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
        <Invite onInvited={show} onCancel={dialog.close} />
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

/** Waits for the default access of new users. */
function Invite(props: InviteFormProps) {
  return (
    <Loaded
      call={useCall(getSettings)}
      what="The default access could not be loaded"
      skeleton={<Skeleton h={320} />}
    >
      {({ defaultAccess }) => <InviteForm {...props} access={defaultAccess} />}
    </Loaded>
  )
}

function InviteForm({ onInvited, onCancel, access }: InviteFormProps & { access: Access }) {
  const { data: methods } = useCall(getSignInMethods)
  const form = useOperationForm(createInvitation, {
    initial: { email: '', role: 'member' as 'admin' | 'member', access },
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
        autoFocus
        {...form.field('email')}
      />
      <RoleField {...form.field('role')} />
      <AccessField
        role={form.values.role}
        value={form.values.access}
        onChange={(access) => form.setValue('access', access)}
      />
    </OperationForm>
  )
}
