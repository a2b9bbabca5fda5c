import { Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { type Source, updateSource } from '#contract'
import { own } from '#rules/own'
import { AddRow, RemoveRow, useFormRows } from '../../../components/form-rows.tsx'
import { OperationForm, useOperationForm } from '../../../components/operation-form.tsx'
import { SourceFields } from '../source-fields.tsx'
import { duplicateNames, inputOf, type MetadataRow, valuesOf } from '../source-values.ts'

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
      <MetadataFields
        rows={form.values.metadata}
        onChange={(rows) => form.setValue('metadata', rows)}
        errors={form.errors}
      />
    </OperationForm>
  )
}

interface MetadataFieldsProps {
  rows: MetadataRow[]
  onChange: (rows: MetadataRow[]) => void
  errors: Record<string, unknown>
}

const atMost = 50
const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) auto',
  gap: 8,
  alignItems: 'start',
}

/** Custom details, each with a name and a value. */
function MetadataFields({ rows, onChange, errors }: MetadataFieldsProps) {
  const { list, add, remove } = useFormRows(rows, onChange, { name: '', value: '' })
  const put = (place: number, change: Partial<MetadataRow>) =>
    onChange(rows.with(place, { ...rows[place]!, ...change }))

  return (
    <Stack gap="sm" component="section" aria-labelledby="metadata-of-source" ref={list}>
      <Title order={3} id="metadata-of-source">
        Other details
      </Title>
      {rows.map(({ name, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own, and its input is controlled
        <div key={place} style={row} data-row>
          <TextInput
            label="Name"
            dir="auto"
            autoComplete="off"
            value={name}
            onChange={(event) => put(place, { name: event.currentTarget.value })}
            error={errorOf(errors, [`metadata.${place}.name`, ...(name.trim() ? [] : ['metadata.'])])}
          />
          <TextInput
            label="Value"
            dir="auto"
            autoComplete="off"
            value={value}
            onChange={(event) => put(place, { value: event.currentTarget.value })}
            error={errorOf(errors, name.trim() ? [`metadata.${name.trim()}`] : [])}
          />
          <RemoveRow label={`Remove detail ${place + 1}`} onClick={() => remove(place)} />
        </div>
      ))}
      {rows.length < atMost && <AddRow onClick={add}>Add detail</AddRow>}
    </Stack>
  )
}

function errorOf(errors: Record<string, unknown>, paths: string[]): string | undefined {
  const error = paths.map((path) => own(errors, path)).find(Boolean)
  return error === undefined ? undefined : String(error)
}
