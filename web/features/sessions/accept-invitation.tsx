import { TextInput } from '@mantine/core'
import { acceptInvitation, type Output, type viewInvitation } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { NewPassword } from './new-password.tsx'
import { ProviderButton } from './provider-button.tsx'
import { useEnter } from './use-enter.ts'

interface AcceptInvitationProps {
  token: string
  invitation: Output<typeof viewInvitation>
}

export function AcceptInvitation({ token, invitation }: AcceptInvitationProps) {
  const { email, organisation, invitedBy, role } = invitation
  const enter = useEnter()
  const form = useOperationForm(acceptInvitation, {
    initial: { name: '', password: '' },
    input: (values) => ({ ...values, token }),
    onDone: (_person, { password }) => enter({ email, password }),
  })
  return (
    <Threshold
      title={`Join ${organisation}`}
      text={`${invitedBy} invites you to be ${role === 'admin' ? 'an admin' : 'a member'}.`}
    >
      <OperationForm form={form} submit="Create account" fullWidth>
        <TextInput label="E-mail address" value={email} readOnly autoComplete="username" variant="filled" />
        <TextInput label="Your name" autoComplete="name" autoFocus {...form.field('name')} />
        <NewPassword {...form.field('password')} />
      </OperationForm>
      <ProviderButton to="/" />
    </Threshold>
  )
}
