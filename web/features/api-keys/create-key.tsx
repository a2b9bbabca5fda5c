import { Skeleton, Text, TextInput } from '@mantine/core'
import { ApiError } from '#client'
import { type ApiKey, createApiKey, getSecuritySettings, listAuditLog } from '#contract'
import { useCall } from '../../api.ts'
import type { useDialog } from '../../components/form-dialog.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
import { Loaded } from '../../components/page.tsx'
import { SecretDialog } from '../../components/secret-dialog.tsx'
import { useMay } from '../../session.ts'
import { daysOf, ExpiryField, type ExpiryValues, expiryOf, within } from './expiry-field.tsx'
import { type IssuedKey, Reveal } from './reveal.tsx'
import { successorName } from './rotation.ts'

interface CreateKeyProps {
  /** The key that the new one will replace. */
  replaces: ApiKey | undefined
  /** Names in use. */
  taken: readonly string[]
}

interface CreateKeyDialogProps extends CreateKeyProps {
  dialog: ReturnType<typeof useDialog>
  onClosed: () => void
}

/** Creates a key, then shows its token. */
export function CreateKeyDialog({ dialog, replaces, taken, onClosed }: CreateKeyDialogProps) {
  return (
    <SecretDialog<IssuedKey>
      dialog={dialog}
      title={replaces ? 'Rotate key' : 'New API key'}
      secretTitle="Copy the token now"
      size={680}
      stored="I have stored it"
      leaving={{
        title: 'Leave without the token?',
        consequences: 'The token is not shown again. If you have not stored it, rotate the key.',
        confirm: 'Leave',
        cancel: 'Back to the token',
      }}
      onClosed={onClosed}
      form={(show) => <CreateKey replaces={replaces} taken={taken} onIssued={show} onCancel={dialog.close} />}
    >
      {(issued) => <Reveal issued={issued} replaces={replaces} />}
    </SecretDialog>
  )
}

interface Values extends ExpiryValues {
  name: string
}

interface FormProps extends CreateKeyProps {
  onIssued: (key: IssuedKey) => void
  onCancel: () => void
}

/** Waits for the organisation's limit, which decides the choices. In a session of a service user only the server knows it. */
function CreateKey(props: FormProps) {
  return useMay()(getSecuritySettings) ? <LimitedKey {...props} /> : <KeyForm {...props} most={null} />
}

function LimitedKey(props: FormProps) {
  const call = useCall(getSecuritySettings)
  return (
    <Loaded call={call} what="The limit for keys could not be loaded" skeleton={<Skeleton h={260} />}>
      {({ maxKeyLifetimeDays }) => <KeyForm {...props} most={maxKeyLifetimeDays} />}
    </Loaded>
  )
}

function KeyForm({ replaces, taken, onIssued, onCancel, most }: FormProps & { most: number | null }) {
  const lifetime: ExpiryValues = replaces ? expiryOf(replaces) : { expiry: '90', expiresInDays: '' }
  const initial: Values = {
    name: replaces ? successorName(replaces.name, taken) : '',
    ...within(lifetime, most),
  }
  const form = useOperationForm(createApiKey, {
    initial,
    input: ({ name, ...expiry }: Values) => ({
      name,
      expiresInDays: daysOf(expiry),
      ...(replaces && replaces.scopes.length > 0 && { scopes: replaces.scopes }),
    }),
    also: [listAuditLog],
    onDone: onIssued,
  })
  return (
    <OperationForm form={form} submit="Create key" onCancel={onCancel}>
      {replaces && (
        <Text c="dimmed">
          “<bdi>{replaces.name}</bdi>” keeps working until you revoke it.
        </Text>
      )}
      <TextInput
        label="Name"
        description="The program that uses the key, such as “Nightly export”."
        // It appears after the dialog has looked for its first field.
        autoFocus
        autoComplete="off"
        dir="auto"
        {...form.field('name')}
      />
      <ExpiryField values={form.values} field={form.field} most={most} />
      {isTokenLost(form.failure) && (
        <Text>The key was created, but its token was lost on the way. Revoke it and create another.</Text>
      )}
    </OperationForm>
  )
}

/** The first attempt succeeded, but its response never arrived. */
const isTokenLost = (failure: unknown) => failure instanceof ApiError && failure.code === 'already_done'
