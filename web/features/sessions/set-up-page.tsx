import { TextInput } from '@mantine/core'
import { getSetup, setUp } from '#contract'
import { useCall } from '../../api.ts'
import { OperationForm } from '../../components/operation-form.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { NewPassword } from './new-password.tsx'
import { useEnter } from './use-enter.ts'

export function SetUpPage() {
  const { data } = useCall(getSetup)
  const enter = useEnter()
  const form = useOperationForm(setUp, {
    initial: { name: '', email: '', password: '', code: '' },
    input: ({ code, ...rest }) => (data?.codeRequired ? { ...rest, code } : rest),
    fieldOf: { setup_code_wrong: 'code' },
    onDone: (_person, { email, password }) => enter({ email, password }),
  })
  return (
    <Threshold
      title="Set up Aerie"
      text="You become the owner: you can invite others, and nobody can take your access away."
    >
      <OperationForm form={form} submit="Create account" fullWidth>
        <TextInput label="Your name" autoComplete="name" autoFocus {...form.field('name')} />
        <TextInput label="E-mail address" type="email" autoComplete="username" {...form.field('email')} />
        <NewPassword {...form.field('password')} />
        {data?.codeRequired && (
          <TextInput
            label="Set-up code"
            description="The server printed it when it started. It shows that this server is yours."
            autoComplete="one-time-code"
            spellCheck={false}
            {...form.field('code')}
          />
        )}
      </OperationForm>
    </Threshold>
  )
}
