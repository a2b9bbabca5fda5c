import { Anchor, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError } from '#client'
import { AppCode } from './app-code.tsx'
import { RecoveryCode } from './recovery-code.tsx'

export interface CodeProps {
  onDone: () => unknown
  /** The password has to be entered anew. */
  onExpired: () => void
}

/** A code from the authenticator app or, where that is lost, a recovery code. */
export function SecondStep({ onBack, ...steps }: CodeProps & { onBack: () => void }) {
  const [recovering, setRecovering] = useState(false)
  return (
    <Stack>
      {recovering ? <RecoveryCode {...steps} /> : <AppCode {...steps} />}
      <Stack gap={6} align="center">
        <Anchor component="button" type="button" size="sm" onClick={() => setRecovering(!recovering)}>
          {recovering ? 'Use a code from the app instead' : 'Use a recovery code instead'}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Back to the password
        </Anchor>
      </Stack>
    </Stack>
  )
}

/** Reports that the sign-in, of which this is the second step, is over. */
export function useExpiry(failure: unknown, onExpired: () => void): void {
  const expired = failure instanceof ApiError && failure.code === 'sign_in_expired'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (expired) onExpired()
  }, [expired])
}
