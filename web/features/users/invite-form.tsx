import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { createInvitation, getSignInMethods, listAuditLog, type Output } from '#contract'
import { useCall } from '../../api.ts'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { adminsCan } from './roles.ts'

interface InviteFormProps {
  onInvited: (invitation: Output<typeof createInvitation>) => void
  onCancel: () => void
}

export function InviteForm({ onInvited, onCancel }: InviteFormProps) {
  const { data: methods } = useCall(getSignInMethods)
  const form = useOperationForm(createInvitation, {
    initial: { email: '', role: 'member' as 'admin' | 'member' },
    fieldOf: { email_taken: 'email', already_invited: 'email' },
    also: [listAuditLog],
    onDone: onInvited,
  })
  return (
    <OperationForm
      form={form}
      submit={methods?.passwordReset ? 'Invite' : 'Create the link'}
      cancel={
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <TextInput
        label="E-mail address"
        description={
          methods?.passwordReset
            ? 'They sign in with it, and the invitation is sent to it.'
            : 'They sign in with it. Aerie sends no e-mail here: you get a link to send them.'
        }
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.field('email')}
      />
      <Radio.Group label="Role" {...form.field('role')}>
        <Stack gap="sm" mt={6}>
          <Radio value="member" label="Member" description="Can work with everything and make API keys." />
          <Radio value="admin" label="Admin" description={`Can also ${adminsCan}.`} />
        </Stack>
      </Radio.Group>
    </OperationForm>
  )
}
