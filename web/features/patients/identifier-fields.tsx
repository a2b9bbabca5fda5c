import { NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { type Identifier, identifierUses } from '#contract'
import { AddRow, RemoveRow, useFormRows } from '../../components/form-rows.tsx'
import classes from './identifier-fields.module.css'
import { blankIdentifier } from './patient-values.ts'
import { identifierUseNames } from './words.ts'

interface IdentifierFieldsProps {
  values: Identifier[]
  onChange: (values: Identifier[]) => void
  field: (place: number, name: keyof Identifier) => object
}

const uses = identifierUses.map((value) => ({ value, label: identifierUseNames[value] }))

/** Numbers that others know the patient by: an insurance's, a hospital's, a passport's. */
export function IdentifierFields({ values, onChange, field }: IdentifierFieldsProps) {
  const { list, add, remove } = useFormRows(values, onChange, blankIdentifier)

  return (
    <Stack gap="sm" component="section" aria-labelledby="identifiers-of-patient" ref={list}>
      <Title order={3} id="identifiers-of-patient">
        Identifiers
      </Title>
      {values.length === 0 && <Text c="dimmed">Such as the number on an insurance card.</Text>}
      {values.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own, and its input is controlled
        <div key={place} className={classes.row} data-row>
          <TextInput
            label="Given by"
            placeholder="insurance"
            dir="auto"
            autoComplete="off"
            {...field(place, 'system')}
          />
          <TextInput label="Number" dir="auto" autoComplete="off" {...field(place, 'value')} />
          <NativeSelect label="Use" data={uses} {...field(place, 'use')} />
          <RemoveRow label={`Remove identifier ${place + 1}`} onClick={() => remove(place)} />
        </div>
      ))}
      {values.length < 50 && <AddRow onClick={add}>Add an identifier</AddRow>}
    </Stack>
  )
}
