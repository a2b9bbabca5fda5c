import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { ApiError } from '#client'
import {
  confirmTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  listAuditLog,
  listSessions,
  listUsers,
  type Output,
  renewRecoveryCodes,
} from '#contract'
import { CopyButton } from '../../components/copy.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { CodeField } from '../../components/password-field.tsx'
import { PasswordForm } from './password-forms.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'
import classes from './two-factor-dialogs.module.css'

/** The dialogs that turn two-factor authentication on and off and create recovery codes. */
export function TwoFactorDialogs({ onClosed }: { onClosed: () => void }) {
  const turnOn = useDialog('two-factor')
  const turnOff = useDialog('turn-off-two-factor')
  const renew = useDialog('recovery-codes')

  const turnedOff = () => {
    turnOff.close()
    notifyDone('Two-factor authentication is off')
  }
  return (
    <>
      <RecoveryCodesDialog dialog={turnOn} title="Turn on two-factor authentication" onClosed={onClosed}>
        {(show) => <TurnOn onCodes={show} onCancel={turnOn.close} />}
      </RecoveryCodesDialog>
      <RecoveryCodesDialog dialog={renew} title="New recovery codes" onClosed={onClosed}>
        {(show) => (
          <PasswordForm
            operation={renewRecoveryCodes}
            submit="Create codes"
            onDone={({ recoveryCodes }) => show(recoveryCodes)}
            onCancel={renew.close}
          >
            <Text>Your current recovery codes stop working.</Text>
          </PasswordForm>
        )}
      </RecoveryCodesDialog>
      <FormDialog dialog={turnOff} title="Turn off two-factor authentication" onClosed={onClosed}>
        <PasswordForm
          operation={disableTwoFactor}
          submit="Turn off"
          onDone={turnedOff}
          onCancel={turnOff.close}
        >
          <Text>You will sign in with your password alone. Your recovery codes stop working.</Text>
        </PasswordForm>
      </FormDialog>
    </>
  )
}

interface TurnOnProps {
  onCodes: (codes: string[]) => void
  /** Absent if there is no way around it. */
  onCancel?: () => void
}

/** Asks for the password, then for a first code from the app. Nothing changes until that code is right. */
export function TurnOn({ onCodes, ...cancel }: TurnOnProps) {
  const [app, setApp] = useState<Output<typeof enableTwoFactor>>()
  if (app) return <ConnectApp {...app} onCodes={onCodes} {...cancel} />
  return (
    <PasswordForm operation={enableTwoFactor} submit="Continue" onDone={setApp} {...cancel}>
      <Text>
        You need an authenticator app on your phone or in your password manager. Turning this on signs you out
        everywhere else.
      </Text>
    </PasswordForm>
  )
}

interface ConnectAppProps extends TurnOnProps {
  /** The secret for the app to share, in Base32. */
  secret: string
  /** The secret as a link, for the QR code. */
  uri: string
}

function ConnectApp({ secret, uri, onCodes, ...cancel }: ConnectAppProps) {
  const form = useOperationForm(confirmTwoFactor, {
    initial: { code: '' },
    fieldOf: { wrong_code: 'code' },
    also: [listSessions, listAuditLog, listUsers],
    asksBeforeLeaving: false,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  return (
    <OperationForm form={form} submit="Turn on" {...cancel}>
      <Group gap="16px 24px">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <Stack gap="sm" flex="1 1 14rem" miw={0}>
          <Text>Scan the QR code with your authenticator app, then enter the code that the app shows.</Text>
          <div>
            <Text c="dimmed">Or enter this secret in the app:</Text>
            <Group gap={4} wrap="nowrap">
              <code className={classes.secret} translate="no">
                {grouped(secret)}
              </code>
              <CopyButton text={secret} label="Copy the secret" />
            </Group>
          </div>
          <Anchor href={uri} size="sm">
            Open the app on this device
          </Anchor>
        </Stack>
      </Group>
      <CodeField label="Code from the app" autoFocus {...form.field('code')} />
      {isAlreadyOn(form.failure) && (
        <Text>
          Two-factor authentication is on, but the recovery codes were lost on the way. Close this dialog and
          create new ones.
        </Text>
      )}
    </OperationForm>
  )
}

/** The first attempt succeeded, but its response never arrived. */
const isAlreadyOn = (failure: unknown) => failure instanceof ApiError && failure.code === 'two_factor_enabled'

/** Returns `ABCD EFGH`, which is easier to type. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** The margin in squares that ISO/IEC 18004 requires. */
const quietZone = 4

/** A QR code drawn as one path, which the content security policy allows. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: quietZone }), [text])
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className={classes.qr ?? ''} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
