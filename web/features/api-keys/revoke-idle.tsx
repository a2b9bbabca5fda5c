import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { revokeManyApiKeys } from '#contract'
import { DecimalField } from '../../components/decimal-field.tsx'
import { Failure } from '../../components/failure.tsx'
import { useFocusFirstError } from '../../components/focus.ts'
import { FormDialog, type useDialog } from '../../components/form-dialog.tsx'
import { loadRules } from '../../load-rules.ts'
import { useRevokeMany } from './use-revoke-many.tsx'

interface RevokeIdleDialogProps {
  dialog: ReturnType<typeof useDialog>
  /** The user whose keys are revoked; everyone's if absent. */
  ownerId?: string
}

/** Revokes the keys that were neither created nor used for some days, after showing how many they are. */
export function RevokeIdleDialog({ dialog, ownerId }: RevokeIdleDialogProps) {
  return (
    <FormDialog dialog={dialog} title="Revoke unused keys">
      {dialog.opened && <RevokeIdle {...(ownerId && { ownerId })} onClose={dialog.close} />}
    </FormDialog>
  )
}

function RevokeIdle({ ownerId, onClose }: { ownerId?: string; onClose: () => void }) {
  const revokeMany = useRevokeMany()
  const [days, setDays] = useState('90')
  const [wrong, setWrong] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const element = useRef<HTMLFormElement>(null)
  const focusFirstError = useFocusFirstError(element)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    const rules = await loadRules()
    const data = days === '' ? undefined : Number(days)
    const error = rules?.bodyOf(revokeManyApiKeys).shape.idleDays.unwrap().safeParse(data).error
    setWrong(error?.issues[0]?.message)
    if (error) focusFirstError()
    if (error || data === undefined) return
    await revokeMany(
      { idleDays: data, ...(ownerId && { ownerId }) },
      {
        title: (keys) => `Revoke ${keys} unused for ${data === 1 ? 'a day' : `${data} days`}?`,
        note: !ownerId && 'They may belong to any member.',
        onDone: onClose,
        onFailed: setFailure,
      },
    )
  }
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <Stack>
        <DecimalField
          label="Unused for at least (days)"
          description="Active keys that were neither created nor used in these days."
          inputMode="numeric"
          data-autofocus
          value={days}
          onChange={setDays}
          error={wrong}
        />
        {failure !== undefined && <Failure what="The keys could not be counted" error={failure} />}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit">
            Count keys
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
