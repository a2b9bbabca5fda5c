import { Button, TextInput } from '@mantine/core'
import { createLocation } from '#contract'
import { notifyDone } from '../../components/notify.tsx'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'

export function CreateLocation({ onClose }: { onClose: () => void }) {
  const form = useOperationForm(createLocation, {
    initial: { name: '' },
    fieldOf: { location_name_taken: 'name' },
    onDone: ({ name }) => {
      onClose()
      notifyDone(`Stock can be kept in “${name}” now`)
    },
  })
  return (
    <OperationForm
      form={form}
      submit="Make the location"
      cancel={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <TextInput
        label="Name"
        description="A place where stock is kept, such as Pharmacy or Ward 3. It cannot be removed later."
        data-autofocus
        dir="auto"
        autoComplete="off"
        {...form.field('name')}
      />
    </OperationForm>
  )
}
