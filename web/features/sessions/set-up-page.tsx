import { TextInput } from '@mantine/core'
import { getSetup, setUp } from '#contract'
import { useCall } from '../../api.ts'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { NewPassword } from '../../components/password-field.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { useEnter } from './use-enter.ts'

export default function SetUpPage() {
  const { data } = useCall(getSetup)
  const enter = useEnter()
  const form = useOperationForm(setUp, {
    initial: { name: '', email: '', password: '', code: '' },
    input: ({ code, ...rest }) => (data?.codeRequired ? { ...rest, code } : rest),
    fieldOf: { setup_code_wrong: 'code' },
    onDone: (_user, { email, password }) => enter({ email, password }),
  })
  return (
    <Threshold
      title="Set up Aerie"
      text="Create the owner’s account. You can then invite others; nobody can remove your access."
    >
      <OperationForm form={form} submit="Create account" fullWidth>
        <TextInput label="Your name" autoComplete="name" autoFocus {...form.field('name')} />
        <TextInput label="Email address" type="email" autoComplete="username" {...form.field('email')} />
        <NewPassword {...form.field('password')} />
        {data?.codeRequired && (
          <TextInput
            label="Setup code"
            description="The server printed this code when it started."
            autoComplete="one-time-code"
            spellCheck={false}
            {...form.field('code')}
          />
        )}
      </OperationForm>
    </Threshold>
  )
}
