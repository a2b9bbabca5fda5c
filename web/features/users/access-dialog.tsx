import { useState } from 'react'
import { getMe, listAuditLog, noAccess, type User, updateUser } from '#contract'
import { FormDialog, type useDialog } from '../../components/form-dialog.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { AccessField } from './access-field.tsx'

interface AccessDialogProps {
  user: User
  dialog: ReturnType<typeof useDialog>
}

/** Changes the access of a user. */
export function AccessDialog({ user, dialog }: AccessDialogProps) {
  return (
    <FormDialog dialog={dialog} title={`Access of ${user.name}`}>
      <AccessForm user={user} onClose={dialog.close} />
    </FormDialog>
  )
}

function AccessForm({ user, onClose }: { user: User; onClose: () => void }) {
  // Keeps the version that was loaded, so that a change by someone else is not overwritten unnoticed.
  const [{ id, name, version, access }] = useState(user)
  const form = useOperationForm(updateUser, {
    initial: { access: access ?? noAccess },
    input: ({ access }) => ({ userId: id, version, access }),
    also: [getMe, listAuditLog],
    onDone: () => {
      onClose()
      notifyDone(`The access of “${name}” has been changed`)
    },
  })
  return (
    <OperationForm form={form} submit="Save" onCancel={onClose}>
      <AccessField
        description={`Applies immediately, also to the API keys of ${name}.`}
        value={form.values.access}
        onChange={(access) => form.setValue('access', access)}
      />
    </OperationForm>
  )
}
