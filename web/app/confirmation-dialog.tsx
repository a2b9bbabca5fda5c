import { Anchor, Button, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { confirm, getAccount, type Output } from '#contract'
import { callOptions } from '../api.ts'
import { OperationForm, useOperationForm } from '../components/operation-form.tsx'
import { CodeField, PasswordField } from '../components/password-field.tsx'
import { ConfirmInAnotherTab } from '../features/sessions/identity-provider.tsx'

/** Asks the user, and resolves to whether they confirmed. Set by the dialog. */
let show: () => Promise<boolean>
export const ask = () => show()

/** Asks who the user is before an action that needs it. The action then continues. */
export default function ConfirmationDialog() {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<{ account: Account; answer: (confirmed: boolean) => void }>()
  useEffect(() => {
    show = async () => {
      const account = await queries.fetchQuery(callOptions(getAccount))
      return new Promise((answer) => setAsked({ account, answer }))
    }
  }, [queries])
  const close = (confirmed: boolean) => {
    asked?.answer(confirmed)
    setAsked(undefined)
  }
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => close(false)}
      title="Confirm that it’s you"
      size="sm"
      zIndex={300}
    >
      {asked && (
        <Confirmation account={asked.account} onDone={() => close(true)} onCancel={() => close(false)} />
      )}
    </Modal>
  )
}

type Account = Output<typeof getAccount>

interface ConfirmationProps {
  onDone: () => void
  onCancel: () => void
}

function Confirmation({ account, onDone, onCancel }: ConfirmationProps & { account: Account }) {
  const [withCode, setWithCode] = useState(false)
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
