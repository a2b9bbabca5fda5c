import type { ReactNode } from 'react'
import {
  changePassword,
  type disableTwoFactor,
  type enableTwoFactor,
  type Input,
  listAuditLog,
  listSessions,
  listUsers,
  type Output,
  type renewRecoveryCodes,
} from '#contract'
import { plural } from '../../components/format.ts'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { NewPassword, PasswordField } from '../../components/password-field.tsx'
import { useMe } from '../../session.ts'

type TakesPassword = typeof enableTwoFactor | typeof disableTwoFactor | typeof renewRecoveryCodes

interface PasswordFormProps<O extends TakesPassword> {
  operation: O
  submit: string
  onDone: (answer: Output<O>) => unknown
  onCancel?: () => void
  /** States the consequences of the operation. */
  children: ReactNode
}

/** Asks for the password before an operation, so that nobody else can run it in an unattended browser. */
export function PasswordForm<O extends TakesPassword>(props: PasswordFormProps<O>) {
  const { operation, submit, onDone, children, ...cancel } = props
  const form = useOperationForm(operation, {
    initial: { password: '' },
    input: (values) => values as Input<O>,
    fieldOf: { wrong_password: 'password' },
    also: [listAuditLog, listUsers],
    asksBeforeLeaving: false,
    onDone,
  })
  return (
    <OperationForm form={form} submit={submit} {...cancel}>
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

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const form = useOperationForm(changePassword, {
    initial: { currentPassword: '', newPassword: '' },
    fieldOf: { wrong_password: 'currentPassword' },
    also: [listSessions, listAuditLog],
    asksBeforeLeaving: false,
    onDone: ({ endedSessions: ended }) => {
      onClose()
      const elsewhere = ended > 0 ? `. You are signed out of ${plural(ended, 'other session')}.` : ''
      notifyDone(`Password changed${elsewhere}`)
    },
  })
  return (
    <OperationForm form={form} submit="Change password" onCancel={onClose}>
      <Username />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        {...form.field('currentPassword')}
      />
      <NewPassword label="New password" {...form.field('newPassword')} />
    </OperationForm>
  )
}

/** Shows password managers whose password a form is about. */
function Username() {
  const { email } = useMe()
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
