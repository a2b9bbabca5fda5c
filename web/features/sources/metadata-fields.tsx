import { ActionIcon, Button, Stack, TextInput, Title } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
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
  const list = useRef<HTMLDivElement>(null)
  const focusSoon = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  const put = (place: number, change: Partial<MetadataRow>) =>
    onChange(rows.with(place, { ...rows[place]!, ...change }))
  const add = () => {
    onChange([...rows, { name: '', value: '' }])
    focusSoon('[data-row]:nth-last-child(2) input')
  }
  const remove = (place: number) => {
    onChange(rows.toSpliced(place, 1))
    focusSoon('button[data-add]')
  }

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
          <ActionIcon
            size={36}
            className={classes.remove ?? ''}
            aria-label={`Remove detail ${place + 1}`}
            onClick={() => remove(place)}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {rows.length < atMost && (
        <Button
          variant="default"
          size="xs"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          data-add
          onClick={add}
        >
          Add a detail
        </Button>
      )}
    </Stack>
  )
}

function errorOf(errors: Record<string, unknown>, paths: string[]): string | undefined {
  const error = paths.map((path) => errors[path]).find(Boolean)
  return error === undefined ? undefined : String(error)
}
