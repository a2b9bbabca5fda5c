import { Text, Textarea } from '@mantine/core'
import { type Lot, quarantineLot, recallLot } from '#contract'
import { notifyDone } from '../../../components/notify.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'

export function QuarantineForm({ lot: { id: lotId, lot }, onClose }: { lot: Lot; onClose: () => void }) {
  const form = useOperationForm(quarantineLot, {
    initial: { reason: '' },
    input: ({ reason }) => ({ lotId, reason }),
    also: [recallLot],
    onDone: () => {
      onClose()
      notifyDone(`Lot ${lot} is in quarantine`)
    },
  })
  return (
    <OperationForm form={form} submit="Quarantine lot" onCancel={onClose}>
      <Text>It stays in stock, but nobody can sell, use, move or remove it until it is released.</Text>
      <Textarea
        label="Reason"
        description="Such as the reference of the manufacturer’s notice."
        data-autofocus
        autosize
        minRows={2}
        dir="auto"
        {...form.field('reason')}
      />
    </OperationForm>
  )
}
