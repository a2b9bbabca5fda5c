import { Anchor, Button, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { confirm, getAccount } from '#contract'
import { useCall } from '../api.ts'
import { Failure } from '../components/failure.tsx'
import { OperationForm, useOperationForm } from '../components/operation-form.tsx'
import { CodeField, PasswordField } from '../components/password-field.tsx'
import { setConfirmationDialog } from '../confirmation.ts'
import { ConfirmInAnotherTab } from '../features/sessions/identity-provider.tsx'

/** Asks who the user is before an action that needs it. The action then continues. */
export function ConfirmationDialog() {
  const answer = useRef<(confirmed: boolean) => void>(undefined)
  const [opened, setOpened] = useState(false)
  useEffect(
    () =>
      setConfirmationDialog(() => {
        setOpened(true)
        return new Promise((resolve) => {
          answer.current = resolve
        })
      }),
    [],
  )
  const close = (confirmed: boolean) => {
    setOpened(false)
    answer.current?.(confirmed)
  }
  return (
    <Modal opened={opened} onClose={() => close(false)} title="Confirm that it’s you" size="sm" zIndex={300}>
      <Confirmation onDone={() => close(true)} onCancel={() => close(false)} />
    </Modal>
  )
}

interface ConfirmationProps {
  onDone: () => void
  onCancel: () => void
}

function Confirmation({ onDone, onCancel }: ConfirmationProps) {
  const { data: account, error } = useCall(getAccount)
  const [withCode, setWithCode] = useState(false)
  if (error) return <Failure error={error} />
  if (!account) return <Text role="status">Loading…</Text>
  return (
    <Stack>
      <Text c="dimmed">You signed in some time ago. Your action continues once you confirm.</Text>
      {!account.hasPassword && (
        <>
          <ConfirmInAnotherTab onDone={onDone} />
          <Button onClick={onCancel}>Cancel</Button>
        </>
      )}
      {account.hasPassword && !withCode && <PasswordForm onDone={onDone} onCancel={onCancel} />}
      {withCode && <CodeForm onDone={onDone} onCancel={onCancel} />}
      {account.hasPassword && account.twoFactor && (
        <Anchor component="button" type="button" size="sm" onClick={() => setWithCode(!withCode)}>
          {withCode ? 'Use your password instead' : 'Use a code from your app instead'}
        </Anchor>
      )}
    </Stack>
  )
}

function PasswordForm({ onDone, onCancel }: ConfirmationProps) {
  const form = useOperationForm(confirm, {
    initial: { password: '' },
    fieldOf: { wrong_password: 'password' },
    onDone,
    asksBeforeLeaving: false,
  })
  return (
    <OperationForm form={form} submit="Confirm" onCancel={onCancel}>
      <PasswordField autoComplete="current-password" data-autofocus {...form.field('password')} />
    </OperationForm>
  )
}

function CodeForm({ onDone, onCancel }: ConfirmationProps) {
  const form = useOperationForm(confirm, {
    initial: { code: '' },
    fieldOf: { wrong_code: 'code' },
    onDone,
    asksBeforeLeaving: false,
  })
  return (
    <OperationForm form={form} submit="Confirm" onCancel={onCancel}>
      <CodeField data-autofocus {...form.field('code')} />
    </OperationForm>
  )
}
