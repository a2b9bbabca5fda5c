import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client'
import { confirmEmailChange } from '#contract'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { Message } from './message.tsx'

const route = getRouteApi('/confirm-email/$token')

/** The page that the link to a new address opens. It asks first, because programs that check links open them, too. */
export default function ConfirmEmailPage() {
  const { token } = route.useParams()
  const [confirmed, setConfirmed] = useState<string>()
  const form = useOperationForm(confirmEmailChange, {
    initial: {},
    input: () => ({ token }),
    onDone: ({ email }) => setConfirmed(email),
  })
  if (confirmed !== undefined) {
    return (
      <Message
        title="Email address changed"
        role="status"
        text={`From now on, sign in with ${confirmed}.`}
        label="Continue"
      />
    )
  }
  if (form.failure instanceof ApiError && form.failure.code === 'email_link_invalid') {
    return (
      <Message
        title="This link is no longer valid"
        role="alert"
        text="Links work once, for one hour, and a newer link replaces an older one. Your address has not changed."
        label="Continue"
      />
    )
  }
  return (
    <Threshold title="Confirm your email address" text="You will sign in with this address from now on.">
      <OperationForm form={form} submit="Confirm address" fullWidth>
        {null}
      </OperationForm>
    </Threshold>
  )
}
