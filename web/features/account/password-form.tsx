import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  type disableTwoFactor,
  type enableTwoFactor,
  type Input,
  listAuditLog,
  listUsers,
  type Output,
  type renewRecoveryCodes,
} from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { Username } from './username.tsx'

type TakesPassword = typeof enableTwoFactor | typeof disableTwoFactor | typeof renewRecoveryCodes

interface PasswordFormProps<O extends TakesPassword> {
  operation: O
  submit: string
  onDone: (answer: Output<O>) => unknown
  onCancel: () => void
  /** What follows. */
  children: ReactNode
}

/** Asks for the password before something that whoever finds the browser open shall not do. */
export function PasswordForm<O extends TakesPassword>(props: PasswordFormProps<O>) {
  const { operation, submit, onDone, onCancel, children } = props
  const form = useOperationForm(operation, {
    initial: { password: '' },
    input: (values) => values as Input<O>,
    fieldOf: { wrong_password: 'password' },
    also: [listAuditLog, listUsers],
    asksBeforeLeaving: false,
    onDone,
  })
  return (
    <OperationForm
      form={form}
      submit={submit}
      cancel={
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      {children}
      <Username />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        {...form.field('password')}
      />
    </OperationForm>
  )
}
