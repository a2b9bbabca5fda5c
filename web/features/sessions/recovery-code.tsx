import { TextInput } from '@mantine/core'
import { verifyRecoveryCode } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { notifyCodesLeft } from './codes-left.tsx'
import { type CodeProps, useExpiry } from './second-step.tsx'

export function RecoveryCode({ onDone, onExpired }: CodeProps) {
  const form = useOperationForm(verifyRecoveryCode, {
    initial: { code: '' },
    fieldOf: { wrong_code: 'code' },
    asksBeforeLeaving: false,
    onDone: async ({ recoveryCodesLeft }) => {
      await onDone()
      notifyCodesLeft(recoveryCodesLeft)
    },
  })
  useExpiry(form.failure, onExpired)
  return (
    <OperationForm form={form} submit="Sign in" fullWidth>
      <TextInput
        label="Recovery code"
        description="One of those that you kept when you turned the second step on. Each works once. If they are lost too, ask whoever runs the server."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...form.field('code')}
      />
    </OperationForm>
  )
}
