import { Code, Skeleton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { getSignInMethods, requestPasswordReset } from '#contract'
import { useCall } from '../../api.ts'
import { Failure } from '../../components/failure.tsx'
import { TextLink } from '../../components/links.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { Message } from './message.tsx'

const title = 'Forgot your password?'

export default function ForgotPasswordPage() {
  const { data: methods, error, refetch } = useCall(getSignInMethods)
  const [sentTo, setSentTo] = useState('')

  if (sentTo) {
    return (
      <Message
        title="Check your inbox"
        role="status"
        text={
          <>
            If <strong>{sentTo}</strong> has an account, we have sent a link that works for one hour. If it
            does not arrive, check your spam folder.
          </>
        }
      />
    )
  }
  if (methods?.passwordReset) return <AskForLink onSent={setSentTo} />
  if (methods) {
    return (
      <Message
        title={title}
        text={
          <>
            This server does not send emails. Ask your server administrator to run <Code>reset-password</Code>
            .
          </>
        }
      />
    )
  }
  return (
    <Threshold title={title}>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton h={160} />}
    </Threshold>
  )
}

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  const form = useOperationForm(requestPasswordReset, {
    initial: { email: '' },
    asksBeforeLeaving: false,
    onDone: (_accepted, { email }) => onSent(email.trim()),
  })
  return (
    <Threshold title={title} text="Enter your email address to receive a link for choosing a new password.">
      <OperationForm form={form} submit="Send link" fullWidth>
        <TextInput
          label="Email address"
          type="email"
          autoComplete="username"
          autoFocus
          {...form.field('email')}
        />
      </OperationForm>
      <Text ta="center" mt="md">
        <TextLink to="/sign-in">Back to sign-in</TextLink>
      </Text>
    </Threshold>
  )
}
