import { Center, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client'
import { finishIdentityProvider } from '#contract'
import { useAction } from '../../api.ts'
import { errorText } from '../../components/error-text.ts'
import { Threshold } from '../../components/threshold.tsx'
import { Message } from './message.tsx'
import { useGoIn } from './use-enter.ts'

/** The page the identity provider returns to. It exchanges the provider's response for a session, once. */
export default function CallbackPage() {
  const goIn = useGoIn()
  const { mutateAsync } = useAction(finishIdentityProvider)
  const started = useRef(false)
  const [error, setError] = useState<unknown>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival, and never again
  useEffect(() => {
    if (started.current) return
    started.current = true
    const response = location.search.slice(1)
    mutateAsync({ response })
      .then(({ to }) => goIn(to))
      .catch(setError)
  }, [])

  if (error !== undefined) {
    const { title, advice: general } = errorText(error)
    const specific = error instanceof ApiError ? advice[error.code] : undefined
    const text = `${title.replace(/\.$/, '')}. ${specific ?? general}`
    return <Message title="You are not signed in" text={text} role="alert" replace />
  }
  return (
    <Threshold title="Signing in">
      <Center mih={120} role="status" aria-label="Waiting for the identity provider">
        <Loader type="dots" color="gray" />
      </Center>
    </Threshold>
  )
}

const advice: Partial<Record<ApiError['code'], string>> = {
  identity_provider_not_configured: 'Sign in with your password instead.',
  identity_provider_unreachable: 'Try again in a moment, or sign in with your password.',
  validation_failed: 'The link is incomplete. Sign in again.',
}
