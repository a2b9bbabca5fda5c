import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  getMe,
  getSignInMethods,
  listAuditLog,
  listUsers,
  requestEmailChange,
  updateAccount,
} from '#contract'
import { useCall } from '../../api.ts'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { meOptions, useMe } from '../../session.ts'

export function ChangeName({ onClose }: { onClose: () => void }) {
  const { name } = useMe()
  const queries = useQueryClient()
  const form = useOperationForm(updateAccount, {
    initial: { name },
    also: [listAuditLog, listUsers, getMe],
    onDone: async () => {
      await queries.invalidateQueries(meOptions)
      onClose()
      notifyDone('Name changed')
    },
  })
  return (
    <OperationForm form={form} submit="Change name" onCancel={onClose}>
      <TextInput
        label="Name"
        description="Shown to other users and in the audit log."
        autoComplete="name"
        dir="auto"
        data-autofocus
        {...form.field('name')}
      />
    </OperationForm>
  )
}

export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { email } = useMe()
  const { data: methods } = useCall(getSignInMethods)
  const form = useOperationForm(requestEmailChange, {
    initial: { email: '' },
    fieldOf: { email_taken: 'email' },
    also: [listAuditLog],
    onDone: (_, sent) => {
      onClose()
      notifyDone(`Open the link that we sent to ${sent.email.trim()} to confirm the address`)
    },
  })
  if (methods && !methods.passwordReset) {
    return (
      <Stack>
        <Text>
          This server does not send email, so a new address cannot be confirmed. Ask an administrator to set
          up email.
        </Text>
        <Button style={{ alignSelf: 'flex-end' }} data-autofocus onClick={onClose}>
          Close
        </Button>
      </Stack>
    )
  }
  return (
    <OperationForm form={form} submit="Send link" onCancel={onClose}>
      <Text>
        You sign in with {email} until you open the link that is sent to the new address. The old address gets
        a notice.
      </Text>
      <TextInput
        label="New email address"
        type="email"
        autoComplete="email"
        data-autofocus
        {...form.field('email')}
      />
    </OperationForm>
  )
}
