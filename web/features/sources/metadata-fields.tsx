import { Stack, TextInput, Title } from '@mantine/core'
import { AddRow, RemoveRow, useFormRows } from '../../components/form-rows.tsx'
import classes from './metadata-fields.module.css'
import type { MetadataRow } from './source-values.ts'

interface MetadataFieldsProps {
  rows: MetadataRow[]
  onChange: (rows: MetadataRow[]) => void
  errors: Record<string, unknown>
}

const atMost = 50

/** Whatever else is known, each under a name of one's own. */
export function MetadataFields({ rows, onChange, errors }: MetadataFieldsProps) {
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
        <div key={place} className={classes.row} data-row>
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
      {rows.length < atMost && <AddRow onClick={add}>Add a detail</AddRow>}
    </Stack>
  )
}

function errorOf(errors: Record<string, unknown>, paths: string[]): string | undefined {
  const error = paths.map((path) => errors[path]).find(Boolean)
  return error === undefined ? undefined : String(error)
}
