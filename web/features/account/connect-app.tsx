import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { ApiError } from '#client'
import { confirmTwoFactor, listAuditLog, listSessions, listUsers } from '#contract'
import { CodeField } from '../../components/code-field.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import classes from './connect-app.module.css'
import { QrCode } from './qr-code.tsx'

interface ConnectAppProps {
  /** In Base32. */
  secret: string
  /** The same as a link, which apps read from the QR code. */
  uri: string
  onCodes: (codes: string[]) => void
  onCancel: () => void
}

export function ConnectApp({ secret, uri, onCodes, onCancel }: ConnectAppProps) {
  const form = useOperationForm(confirmTwoFactor, {
    initial: { code: '' },
    fieldOf: { wrong_code: 'code' },
    also: [listSessions, listAuditLog, listUsers],
    asksBeforeLeaving: false,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  return (
    <OperationForm
      form={form}
      submit="Turn on"
      cancel={
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <div className={classes.app}>
        <QrCode text={uri} label="QR code for your authenticator app" />
        <Stack gap="sm" className={classes.words ?? ''}>
          <Text>Scan the code with your authenticator app, and enter what the app shows then.</Text>
          <div>
            <Text c="dimmed">It can also be typed into the app:</Text>
            <Group gap={4} wrap="nowrap">
              <code className={classes.secret} translate="no">
                {inFours(secret)}
              </code>
              <CopyButton text={secret} label="Copy the secret" />
            </Group>
          </div>
          <Anchor href={uri} size="sm">
            Open the app on this device
          </Anchor>
        </Stack>
      </div>
      <CodeField label="Code from the app" autoFocus {...form.field('code')} />
      {isLost(form.failure) && (
        <Text>
          The second step is on, but its recovery codes did not arrive. Close this and make new ones.
        </Text>
      )}
    </OperationForm>
  )
}

/** The first attempt went through and its answer was lost on the way. */
const isLost = (failure: unknown) => failure instanceof ApiError && failure.code === 'two_factor_enabled'

/** `ABCD EFGH`: easier to type without losing one's place. */
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? ''
