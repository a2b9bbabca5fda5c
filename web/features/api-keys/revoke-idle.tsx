import { Button, Group, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { revokeManyApiKeys } from '#contract'
import { DecimalField } from '../../components/decimal-field.tsx'
import { FormDialog, type useDialog } from '../../components/form-dialog.tsx'
import { loadRules } from '../../load-rules.ts'
import { useRevokeMany } from './use-revoke-many.tsx'

interface RevokeIdleDialogProps {
  dialog: ReturnType<typeof useDialog>
  /** Whose keys; everyone's if absent. */
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

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { idleDays } = (await loadRules()).bodyOf(revokeManyApiKeys).shape
    const { data, error } = idleDays.unwrap().safeParse(days.trim() === '' ? undefined : Number(days))
    setWrong(error?.issues[0]?.message)
    if (data === undefined) return
    void revokeMany(
      { idleDays: data, ...(ownerId && { ownerId }) },
      {
        title: (keys) => `Revoke ${keys} unused for ${data === 1 ? 'a day' : `${data} days`}?`,
        note: !ownerId && 'They may belong to any member.',
        onDone: onClose,
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
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
