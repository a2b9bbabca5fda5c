import { ActionIcon, Button, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { type Identifier, identifierUses } from '#contract'
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
  const list = useRef<HTMLDivElement>(null)
  const focusSoon = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  const add = () => {
    onChange([...values, blankIdentifier])
    focusSoon('[data-identifier]:nth-last-child(2) input')
  }
  const remove = (place: number) => {
    onChange(values.toSpliced(place, 1))
    focusSoon('button[data-add]')
  }

  return (
    <Stack gap="sm" component="section" aria-labelledby="identifiers-of-patient" ref={list}>
      <Title order={3} id="identifiers-of-patient">
        Identifiers
      </Title>
      {values.length === 0 && <Text c="dimmed">Such as the number on an insurance card.</Text>}
      {values.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own, and its input is controlled
        <div key={place} className={classes.row} data-identifier>
          <TextInput
            label="Given by"
            placeholder="insurance"
            dir="auto"
            autoComplete="off"
            {...field(place, 'system')}
          />
          <TextInput label="Number" dir="auto" autoComplete="off" {...field(place, 'value')} />
          <NativeSelect label="Use" data={uses} {...field(place, 'use')} />
          <ActionIcon
            size={36}
            className={classes.remove ?? ''}
            aria-label={`Remove identifier ${place + 1}`}
            onClick={() => remove(place)}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {values.length < 50 && (
        <Button
          variant="default"
          size="xs"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          data-add
          onClick={add}
        >
          Add an identifier
        </Button>
      )}
    </Stack>
  )
}
