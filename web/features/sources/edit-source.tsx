import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Source, updateSource } from '#contract'
import { OperationForm } from '../../components/operation-form.tsx'
import { useOperationForm } from '../../components/use-operation-form.ts'
import { MetadataFields } from './metadata-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import { inputOf, twice, valuesOf } from './source-values.ts'

export function EditSource({ source, onClose }: { source: Source; onClose: () => void }) {
  // As it was when the form opened: what others save meanwhile must not be overwritten unseen.
  const [seen] = useState(source)
  const form = useOperationForm(updateSource, {
    initial: valuesOf(seen),
    input: (values) => inputOf(values, seen),
    check: twice,
    onDone: onClose,
  })
  return (
    <OperationForm
      form={form}
      submit="Save"
      cancel={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <TextInput label="Title" data-autofocus dir="auto" {...form.field('title')} />
      <SourceFields field={form.field} errors={form.errors} />
      <MetadataFields
        rows={form.values.metadata}
        onChange={(rows) => form.setValue('metadata', rows)}
        errors={form.errors}
      />
    </OperationForm>
  )
}
