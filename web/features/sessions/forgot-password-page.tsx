import { Code, Skeleton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { getSignInMethods, requestPasswordReset } from '#contract'
import { useCall } from '../../api.ts'
import { Failure } from '../../components/failure.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'

const title = 'Forgot your password?'

export function ForgotPasswordPage() {
  const { data: methods, error, refetch } = useCall(getSignInMethods)
  const [sentTo, setSentTo] = useState('')

  if (sentTo) return <Sent to={sentTo} />
  if (methods?.passwordReset) return <AskForLink onSent={setSentTo} />
  if (methods) return <NoMail />
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
    <Threshold title={title} text="You get an e-mail with a link, and choose a new one there.">
      <OperationForm form={form} submit="Send the link" fullWidth>
        <TextInput
          label="E-mail address"
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

function Sent({ to }: { to: string }) {
  return (
    <Threshold
      title="Look into your inbox"
      text={
        <div role="status">
          If <strong>{to}</strong> has an account here, a link is on its way to it, which works for an hour.
          If nothing comes, look among the spam, and whether you sign in with another address.
        </div>
      }
    >
      <ButtonLink to="/sign-in" variant="default" fullWidth>
        Back to sign-in
      </ButtonLink>
    </Threshold>
  )
}

function NoMail() {
  return (
    <Threshold
      title={title}
      text={
        <>
          This server sends no e-mail. Whoever runs it can give you a new password there, with{' '}
          <Code>reset-password</Code>.
        </>
      }
    >
      <ButtonLink to="/sign-in" variant="default" fullWidth>
        Back to sign-in
      </ButtonLink>
    </Threshold>
  )
}
