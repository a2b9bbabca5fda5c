import { Skeleton, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '#client'
import { acceptInvitation, type Output, viewInvitation } from '#contract'
import { useCall } from '../../api.ts'
import { errorText } from '../../components/error-text.ts'
import { Failure } from '../../components/failure.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { NewPassword } from '../../components/password-field.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { ProviderButton } from './identity-provider.tsx'
import { Message } from './message.tsx'
import { useEnter } from './use-enter.ts'

const route = getRouteApi('/invitations/$token')

export default function InvitationPage() {
  const { token } = route.useParams()
  const { data, error, refetch } = useCall(viewInvitation, { token })

  if (data) return <AcceptInvitation token={token} invitation={data} />
  if (error instanceof ApiError && error.status < 500) {
    const text = advice[error.code] ?? errorText(error).advice
    return <Message title={error.problem.title} text={text} label="Go to sign-in" />
  }
  return (
    <Threshold title="Your invitation">
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton h={280} />}
    </Threshold>
  )
}

const advice: Partial<Record<ApiError['code'], string>> = {
  invitation_accepted: 'Sign in with the email address that was invited.',
  invitation_expired: 'Ask the member who invited you for a new one.',
  invitation_not_found:
    'The invitation was revoked, or the link is incomplete. Ask the member who invited you.',
}

interface AcceptInvitationProps {
  token: string
  invitation: Output<typeof viewInvitation>
}

function AcceptInvitation({ token, invitation }: AcceptInvitationProps) {
  const { email, organisation, invitedBy, role } = invitation
  const enter = useEnter()
  const form = useOperationForm(acceptInvitation, {
    initial: { name: '', password: '' },
    input: (values) => ({ ...values, token }),
    onDone: (_user, { password }) => enter({ email, password }),
  })
  return (
    <Threshold
      title={`Join ${organisation}`}
      text={`${invitedBy} has invited you to join as ${role === 'admin' ? 'an admin' : 'a member'}.`}
    >
      <OperationForm form={form} submit="Create account" fullWidth>
        <TextInput label="Email address" value={email} readOnly autoComplete="username" />
        <TextInput label="Your name" autoComplete="name" autoFocus {...form.field('name')} />
        <NewPassword {...form.field('password')} />
      </OperationForm>
      <ProviderButton to="/" />
    </Threshold>
  )
}
