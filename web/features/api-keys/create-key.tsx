import { Button, Text, TextInput } from '@mantine/core'
import { ApiError } from '#client'
import { type ApiKey, createApiKey, listAuditLog, type Output } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { daysOf, type ExpiryValues, expiryOf } from './expiry.ts'
import { ExpiryField } from './expiry-field.tsx'
import { successorName } from './rotation.ts'

/** A key with its token, which is in this answer and nowhere else. */
export type IssuedKey = Output<typeof createApiKey>

interface CreateKeyProps {
  /** The key that the new one is to replace. */
  replaces: ApiKey | undefined
  /** Names in use. */
  taken: readonly string[]
  onIssued: (key: IssuedKey) => void
  onCancel: () => void
}

interface Values extends ExpiryValues {
  name: string
}

const blank: Values = { name: '', expiry: '90', expiresInDays: '' }

export function CreateKey({ replaces, taken, onIssued, onCancel }: CreateKeyProps) {
  const form = useOperationForm(createApiKey, {
    initial: replaces ? { name: successorName(replaces.name, taken), ...expiryOf(replaces) } : blank,
    input: ({ name, ...expiry }: Values) => ({
      name,
      expiresInDays: daysOf(expiry),
      ...(replaces && replaces.scopes.length > 0 && { scopes: replaces.scopes }),
    }),
    also: [listAuditLog],
    onDone: onIssued,
  })
  return (
    <OperationForm
      form={form}
      submit="Create key"
      cancel={
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      {replaces && (
        <Text c="dimmed">
          The new key stands beside “<bdi>{replaces.name}</bdi>”, which goes on working until you revoke it.
        </Text>
      )}
      <TextInput
        label="Name"
        description="Say what uses it, such as “Nightly export”."
        data-autofocus
        autoComplete="off"
        dir="auto"
        {...form.field('name')}
      />
      <ExpiryField values={form.values} field={form.field} />
      {isLost(form.failure) && (
        <Text>The key was made, but its token did not arrive. Revoke it and make another.</Text>
      )}
    </OperationForm>
  )
}

/** The first attempt went through and its answer was lost on the way. */
const isLost = (failure: unknown) => failure instanceof ApiError && failure.code === 'already_done'
