import { Text } from '@mantine/core'
import { useState } from 'react'
import { enableTwoFactor, type Output } from '#contract'
import { ConnectApp } from './connect-app.tsx'
import { PasswordForm } from './password-form.tsx'

interface TurnOnProps {
  onCodes: (codes: string[]) => void
  onCancel: () => void
}

/** The password, then the app's secret and a first code. Until that is right, nothing has changed. */
export function TurnOn({ onCodes, onCancel }: TurnOnProps) {
  const [app, setApp] = useState<Output<typeof enableTwoFactor>>()
  if (app) return <ConnectApp {...app} onCodes={onCodes} onCancel={onCancel} />
  return (
    <PasswordForm operation={enableTwoFactor} submit="Go on" onDone={setApp} onCancel={onCancel}>
      <Text>
        You need an authenticator app, on your telephone or in your password manager. It shows a code that
        changes every 30 seconds. Turning this on signs you out everywhere else.
      </Text>
    </PasswordForm>
  )
}
