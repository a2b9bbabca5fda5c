import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError } from '#client'
import { verifyRecoveryCode, verifyTotp } from '#contract'
import { TextLink } from '../../components/links.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { CodeField } from '../../components/password-field.tsx'
import { loadCode } from '../../connection.ts'

interface CodeProps {
  onDone: () => unknown
  /** The sign-in expired: the password has to be entered again. */
  onExpired: () => void
}

/** Asks for a code from the authenticator app or a recovery code. */
export default function TwoFactor({ onBack, ...props }: CodeProps & { onBack: () => void }) {
  const [recovering, setRecovering] = useState(false)
  return (
    <Stack>
      {recovering ? <RecoveryCode {...props} /> : <AppCode {...props} />}
      <Stack gap={6} align="center">
        <Anchor component="button" type="button" size="sm" onClick={() => setRecovering(!recovering)}>
          {recovering ? 'Use your authenticator app' : 'Use a recovery code'}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Back to password
        </Anchor>
      </Stack>
    </Stack>
  )
}

function AppCode({ onDone, onExpired }: CodeProps) {
  const form = useOperationForm(verifyTotp, {
    initial: { code: '' },
    fieldOf: { wrong_code: 'code' },
    asksBeforeLeaving: false,
    onDone,
  })
  useExpiry(form.failure, onExpired)
  return (
    <OperationForm form={form} submit="Sign in" fullWidth>
      <CodeField
        label="Code from your authenticator app"
        description="It changes every 30 seconds."
        autoFocus
        {...form.field('code')}
      />
    </OperationForm>
  )
}

function RecoveryCode({ onDone, onExpired }: CodeProps) {
  const form = useOperationForm(verifyRecoveryCode, {
    initial: { code: '' },
    fieldOf: { wrong_code: 'code' },
    asksBeforeLeaving: false,
    onDone: async ({ recoveryCodesLeft }) => {
      await onDone()
      void notifyCodesLeft(recoveryCodesLeft)
    },
  })
  useExpiry(form.failure, onExpired)
  return (
    <OperationForm form={form} submit="Sign in" fullWidth>
      <TextInput
        label="Recovery code"
        description="Each code works once. If you have lost your codes too, ask your server administrator."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...form.field('code')}
      />
    </OperationForm>
  )
}

/** Shows how many recovery codes are left after one was used, until the user closes the notification. */
async function notifyCodesLeft(left: number): Promise<void> {
  const { notifyUntilClosed } = await loadCode(() => import('../../components/notify.tsx'))
  const codes = left === 1 ? 'One recovery code is' : `${left || 'No'} recovery codes are`
  notifyUntilClosed(
    <Text>
      You signed in with a recovery code. {codes} left.{' '}
      <TextLink to="/settings/account" underline="always">
        Your account
      </TextLink>
    </Text>,
  )
}

/** Calls `onExpired` when the sign-in that the code belongs to has expired. */
function useExpiry(failure: unknown, onExpired: () => void): void {
  const expired = failure instanceof ApiError && failure.code === 'sign_in_expired'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (expired) onExpired()
  }, [expired])
}
