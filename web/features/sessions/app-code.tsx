import { verifyTotp } from '#contract'
import { CodeField } from '../../components/code-field.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { type CodeProps, useExpiry } from './second-step.tsx'

export function AppCode({ onDone, onExpired }: CodeProps) {
  const form = useOperationForm(verifyTotp, {
    initial: { code: '' },
    fieldOf: { wrong_code: 'code' },
    asksBeforeLeaving: false,
    onDone,
  })
  useExpiry(form.failure, onExpired)
  return (
    <OperationForm form={form} submit="Sign in" fullWidth>
      <CodeField
        label="Code from your authenticator app"
        description="It changes every 30 seconds."
        autoFocus
        {...form.field('code')}
      />
    </OperationForm>
  )
}
