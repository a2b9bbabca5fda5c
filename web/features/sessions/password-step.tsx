import { Text, TextInput } from '@mantine/core'
import { signIn } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'

interface PasswordStepProps {
  /** As typed before, where the second step led back here. */
  email: string
  /** Whether the second step took too long. */
  expired: boolean
  onDone: () => unknown
  /** The password is right, and a second step is asked for. */
  onSecondStep: (email: string) => void
}

export function PasswordStep({ email, expired, onDone, onSecondStep }: PasswordStepProps) {
  const form = useOperationForm(signIn, {
    initial: { email, password: '' },
    fieldOf: { invalid_credentials: 'password' },
    asksBeforeLeaving: false,
    onDone: (answer, values) => ('user' in answer ? onDone() : onSecondStep(values.email)),
  })
  return (
    <OperationForm form={form} submit="Sign in" fullWidth>
      {expired && (
        <Text role="alert">The code took too long, or was tried too often. Enter your password again.</Text>
      )}
      <TextInput
        label="E-mail address"
        type="email"
        autoComplete="username"
        data-autofocus={!email || undefined}
        autoFocus={!email}
        {...form.field('email')}
      />
      <PasswordField autoComplete="current-password" autoFocus={email !== ''} {...form.field('password')} />
    </OperationForm>
  )
}
