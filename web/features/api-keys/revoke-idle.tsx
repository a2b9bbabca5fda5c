import { revokeManyApiKeys } from '#contract'
import { DecimalField } from '../../components/decimal-field.tsx'
import { FormDialog, type useDialog } from '../../components/form-dialog.tsx'
import { OperationForm, useOperationForm } from '../../components/operation-form.tsx'
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
  const form = useOperationForm(revokeManyApiKeys, {
    initial: { idleDays: '90' },
    input: ({ idleDays }) => ({
      idleDays: idleDays === '' ? Number.NaN : Number(idleDays),
      ...(ownerId && { ownerId }),
    }),
    send: (selection) =>
      revokeMany(selection, {
        title: (keys) => {
          const { idleDays } = selection
          return `Revoke ${keys} unused for ${idleDays === 1 ? 'a day' : `${idleDays} days`}?`
        },
        note: !ownerId && 'They may belong to any member.',
        onDone: onClose,
        onFailed: (error) => {
          throw error
        },
      }),
    asksBeforeLeaving: false,
  })
  return (
    <OperationForm form={form} submit="Count keys" onCancel={onClose} what="The keys could not be counted">
      <DecimalField
        label="Unused for at least (days)"
        description="Active keys that were neither created nor used in these days."
        inputMode="numeric"
        data-autofocus
        {...form.field('idleDays')}
      />
    </OperationForm>
  )
}
