import { Button, Skeleton } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError } from '#client'
import { viewInvitation } from '#contract'
import { useCall } from '../../api.ts'
import { errorText } from '../../components/error-text.ts'
import { Failure } from '../../components/failure.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { AcceptInvitation } from './accept-invitation.tsx'

const route = getRouteApi('/invitations/$token')

export function InvitationPage() {
  const { token } = route.useParams()
  const { data, error, refetch } = useCall(viewInvitation, { token })

  if (data) return <AcceptInvitation token={token} invitation={data} />
  if (error instanceof ApiError && error.status < 500) return <NotUsable error={error} />
  return (
    <Threshold title="Your invitation">
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Skeleton h={280} />}
    </Threshold>
  )
}

const whatToDo: Partial<Record<ApiError['code'], string>> = {
  invitation_accepted: 'Sign in with the e-mail address that it was for.',
  invitation_expired: 'Ask whoever invited you for a new one.',
  invitation_not_found: 'It may have been taken back, or the link is incomplete. Ask whoever invited you.',
}

function NotUsable({ error }: { error: ApiError }) {
  return (
    <Threshold title={error.problem.title} text={whatToDo[error.code] ?? errorText(error).advice}>
      <Button component={Link} to="/sign-in" variant="default" fullWidth>
        Go to sign-in
      </Button>
    </Threshold>
  )
}
