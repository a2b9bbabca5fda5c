import { Center, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client'
import { finishIdentityProvider } from '#contract'
import { useAction } from '../../api.ts'
import { errorText } from '../../components/error-text.ts'
import { ButtonLink } from '../../components/links.tsx'
import { Threshold } from '../../components/threshold.tsx'
import { useGoIn } from './use-enter.ts'

/** Where the identity provider sends the browser back to: what it sent along is exchanged for a session, once. */
export function CallbackPage() {
  const goIn = useGoIn()
  const { mutateAsync } = useAction(finishIdentityProvider)
  const begun = useRef(false)
  const [error, setError] = useState<unknown>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival, and never again
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const response = location.search.slice(1)
    mutateAsync({ response })
      .then(({ to }) => goIn(to))
      .catch(setError)
  }, [])

  if (error !== undefined) return <NotSignedIn error={error} />
  return (
    <Threshold title="Signing in">
      <Center mih={120} role="status" aria-label="Asking the identity provider who you are">
        <Loader type="dots" color="gray" />
      </Center>
    </Threshold>
  )
}

/** Beyond what the server says. */
const whatToDo: Partial<Record<ApiError['code'], string>> = {
  identity_provider_not_configured: 'Sign in with your password instead.',
  identity_provider_unreachable: 'Try again in a moment, or sign in with your password.',
  validation_failed: 'The address is incomplete. Sign in anew.',
}

function NotSignedIn({ error }: { error: unknown }) {
  const { title, advice } = errorText(error)
  const knows = error instanceof ApiError ? whatToDo[error.code] : undefined
  return (
    <Threshold
      title="You are not signed in"
      text={
        <div role="alert">
          {title.replace(/\.$/, '')}. {knows ?? advice}
        </div>
      }
    >
      <ButtonLink to="/sign-in" replace fullWidth>
        Back to sign-in
      </ButtonLink>
    </Threshold>
  )
}
