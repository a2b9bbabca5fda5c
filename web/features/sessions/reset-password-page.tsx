import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client'
import { resetPassword } from '#contract'
import { ButtonLink } from '../../components/links.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { NewPassword } from './new-password.tsx'
import { SecondStep } from './second-step.tsx'
import { useEnter, useGoIn } from './use-enter.ts'

const route = getRouteApi('/reset-password/$token')

/** Where the link in the e-mail leads: a new password, and in with it. */
export function ResetPasswordPage() {
  const { token } = route.useParams()
  const navigate = route.useNavigate()
  const enter = useEnter()
  const goIn = useGoIn()
  const [secondStep, setSecondStep] = useState(false)
  const form = useOperationForm(resetPassword, {
    initial: { newPassword: '' },
    input: (values) => ({ ...values, token }),
    onDone: async ({ email }, { newPassword: password }) =>
      setSecondStep((await enter({ email, password })) === 'second-step'),
  })

  if (secondStep) {
    const startOver = () => void navigate({ to: '/sign-in', replace: true })
    return (
      <Threshold title="Sign in" text="Your new password is set. Your second step is the same as before.">
        <SecondStep onDone={() => goIn('/')} onExpired={startOver} onBack={startOver} />
      </Threshold>
    )
  }
  if (form.failure instanceof ApiError && form.failure.code === 'reset_link_invalid') return <NotUsable />
  return (
    <Threshold title="New password" text="It signs you out everywhere. API keys go on working.">
      <OperationForm form={form} submit="Set the password" fullWidth>
        <NewPassword label="New password" autoFocus {...form.field('newPassword')} />
      </OperationForm>
    </Threshold>
  )
}

function NotUsable() {
  return (
    <Threshold
      title="The link has expired or was used"
      text={
        <div role="alert">
          Each works once, within an hour; if you asked twice, the newer one. Your password is as it was.
        </div>
      }
    >
      <ButtonLink to="/forgot-password" fullWidth>
        Ask for another
      </ButtonLink>
    </Threshold>
  )
}
