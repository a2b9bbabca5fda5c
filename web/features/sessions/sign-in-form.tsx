import { TextInput } from '@mantine/core'
import { getSession, signIn } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'

/** E-mail address and password. `onDone` runs once this browser has a session. */
export function SignInForm({ onDone }: { onDone: () => unknown }) {
  const form = useOperationForm(signIn, {
    initial: { email: '', password: '' },
    also: [getSession],
    fieldOf: { invalid_credentials: 'password' },
    asksBeforeLeaving: false,
    onDone,
  })
  return (
    <OperationForm form={form} submit="Sign in" fullWidth>
      <TextInput
        label="E-mail address"
        type="email"
        autoComplete="username"
        data-autofocus
        autoFocus
        {...form.field('email')}
      />
      <PasswordField autoComplete="current-password" {...form.field('password')} />
    </OperationForm>
  )
}
