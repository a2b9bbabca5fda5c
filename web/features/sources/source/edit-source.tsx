import { Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { type Source, updateSource } from '#contract'
import { own } from '#rules/own'
import { AddRow, RemoveRow, useFormRows } from '../../../components/form-rows.tsx'
import { type FormState, OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { SourceFields } from '../source-fields.tsx'
import { duplicateNames, inputOf, type SourceValues, valuesOf } from '../source-values.ts'

export default function EditSource({ source, onClose }: { source: Source; onClose: () => void }) {
  // Keeps the version that was loaded, so that a change by someone else is not overwritten unnoticed.
  const [seen] = useState(source)
  const form = useOperationForm(updateSource, {
    initial: valuesOf(seen),
    input: (values) => inputOf(values, seen),
    check: duplicateNames,
    onDone: onClose,
  })
  return (
    <OperationForm form={form} submit="Save" onCancel={onClose}>
      <TextInput label="Title" data-autofocus dir="auto" {...form.field('title')} />
      <SourceFields field={form.field} errors={form.errors} />
      <MetadataFields form={form} />
    </OperationForm>
  )
}

const atMost = 50
const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) auto',
  gap: 8,
  alignItems: 'start',
}

/** Custom details, each with a name and a value. */
function MetadataFields({ form }: { form: FormState<SourceValues> }) {
  const { rows, add, remove } = useFormRows(form, 'metadata', () => ({ name: '', value: '' }))
  const metadata = form.rows('metadata')
  return (
    <Stack gap="sm" component="section" aria-labelledby="metadata-of-source" ref={rows}>
      <Title order={3} id="metadata-of-source">
        Other details
      </Title>
      {metadata.map(({ at, values: { name }, errors, field }) => (
        <div key={at} style={row} data-row>
          <TextInput
            label="Name"
            dir="auto"
            autoComplete="off"
            {...field('name')}
            error={errors.name ?? (name.trim() ? undefined : own(form.errors, 'metadata.'))}
          />
          <TextInput
            label="Value"
            dir="auto"
            autoComplete="off"
            {...field('value')}
            error={name.trim() ? own(form.errors, `metadata.${name.trim()}`) : undefined}
          />
          <RemoveRow label={`Remove detail ${at + 1}`} onClick={() => remove(at)} />
        </div>
      ))}
      {metadata.length < atMost && <AddRow onClick={add}>Add detail</AddRow>}
    </Stack>
  )
}
