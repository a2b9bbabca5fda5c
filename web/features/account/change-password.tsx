import { Button } from '@mantine/core'
import { changePassword, listAuditLog, listSessions } from '#contract'
import { FormDialog, type useDialog } from '../../components/form-dialog.tsx'
import { plural } from '../../components/format.ts'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { NewPassword } from '../sessions/new-password.tsx'
import { Username } from './username.tsx'

type Dialog = ReturnType<typeof useDialog>

export function ChangePasswordDialog({ dialog }: { dialog: Dialog }) {
  return (
    <FormDialog dialog={dialog} title="Change your password">
      <ChangePassword onClose={dialog.close} />
    </FormDialog>
  )
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const form = useOperationForm(changePassword, {
    initial: { currentPassword: '', newPassword: '' },
    fieldOf: { wrong_password: 'currentPassword' },
    also: [listSessions, listAuditLog],
    asksBeforeLeaving: false,
    onDone: ({ endedSessions: ended }) => {
      onClose()
      const elsewhere = ended > 0 ? `. You are signed out of ${plural(ended, 'other session')}.` : ''
      notifyDone(`Your password is changed${elsewhere}`)
    },
  })
  return (
    <OperationForm
      form={form}
      submit="Change password"
      cancel={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <Username />
      <PasswordField
        label="Password as it is now"
        autoComplete="current-password"
        data-autofocus
        {...form.field('currentPassword')}
      />
      <NewPassword label="New password" {...form.field('newPassword')} />
    </OperationForm>
  )
}
