import { Checkbox } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client'
import { resetPassword } from '#contract'
import { lazyPart } from '../../components/lazy-part.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { NewPassword } from '../../components/password-field.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { Message } from './message.tsx'
import { useEnter, useGoIn } from './use-enter.ts'

const route = getRouteApi('/reset-password/$token')
const TwoFactor = lazyPart(() => import('./two-factor.tsx'))

/** The page that the link in the password email opens. It sets a new password and signs in with it. */
export default function ResetPasswordPage() {
  const { token } = route.useParams()
  const navigate = route.useNavigate()
  const enter = useEnter()
  const goIn = useGoIn()
  const [codeRequired, setCodeRequired] = useState(false)
  const form = useOperationForm(resetPassword, {
    initial: { newPassword: '', revokeKeys: false },
    input: (values) => ({ ...values, token }),
    onDone: async ({ email }, { newPassword: password }) =>
      setCodeRequired((await enter({ email, password })) === 'code-required'),
  })

  if (codeRequired) {
    const startOver = () => void navigate({ to: '/sign-in', replace: true })
    return (
      <Threshold title="Sign in" text="Your new password is set. Two-factor authentication is still on.">
        <TwoFactor onDone={() => goIn('/')} onExpired={startOver} onBack={startOver} />
      </Threshold>
    )
  }
  if (form.failure instanceof ApiError && form.failure.code === 'reset_link_invalid') {
    return (
      <Message
        title="This link is no longer valid"
        role="alert"
        text="Links work once, for one hour, and a newer link replaces an older one. Your password has not changed."
        to="/forgot-password"
        label="Request a new link"
      />
    )
  }
  return (
    <Threshold title="New password" text="This signs you out everywhere.">
      <OperationForm form={form} submit="Set password" fullWidth>
        <NewPassword label="New password" autoFocus {...form.field('newPassword')} />
        <Checkbox
          label="Revoke all my API keys"
          description="Select this if someone else may have had your password. Programs that use the keys stop working."
          {...form.field('revokeKeys', 'checkbox')}
        />
      </OperationForm>
    </Threshold>
  )
}
