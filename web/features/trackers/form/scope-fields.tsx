import { Group, MultiSelect, Stack, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { listSources, sourceKinds } from '#contract'
import { useCall } from '../../../api.ts'
import type { ScopeValues } from '../definition.ts'
import classes from './scope-fields.module.css'

interface ScopeFieldsProps {
  projectId: string
  values: ScopeValues
  /** Speakers that the preview has found. */
  speakers: string[]
  errors: Record<string, unknown>
  onChange: (values: ScopeValues) => void
}

const kinds = sourceKinds.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

/** Limits of a tracker to some speakers and sources, closed while there are none. */
export function ScopeFields({ projectId, values, speakers, errors, onChange }: ScopeFieldsProps) {
  const { data: sources } = useCall(listSources, { projectId, limit: 200 })
  const change = (limits: Partial<ScopeValues>) => onChange({ ...values, ...limits })
  const [isOpen] = useState(() => Object.values(values).some((limit) => limit.length > 0))
  const wrong = (name: keyof ScopeValues) => {
    const error = Object.entries(errors).find(([path]) => path.startsWith(`scope.${name}`))?.[1]
    return error === undefined ? {} : { error: String(error) }
  }
  const known = {
    speakers,
    tags: sources?.data.flatMap(({ tags }) => tags) ?? [],
    authors: sources?.data.flatMap(({ author }) => author ?? []) ?? [],
  }
  const names = (name: keyof typeof known, label: string) => (
    <TagsInput
      label={label}
      splitChars={[',']}
      acceptValueOnBlur
      clearable
      data={[...new Set(known[name])].toSorted()}
      value={values[name]}
      onChange={(list) => change({ [name]: list })}
      {...wrong(name)}
    />
  )
  return (
    <details className={classes.limits} open={isOpen}>
      <summary>Limits</summary>
      <Stack gap="sm" mt="xs">
        {names('speakers', 'Speakers')}
        {names('tags', 'Tags')}
        {names('authors', 'Authors')}
        <MultiSelect
          label="Kinds of sources"
          data={kinds}
          value={values.kinds}
          onChange={(list) => change({ kinds: list as ScopeValues['kinds'] })}
          {...wrong('kinds')}
        />
        <Group grow align="start">
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              label={name === 'from' ? 'From' : 'To'}
              max="9999-12-31"
              value={values[name]}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
              {...wrong(name)}
            />
          ))}
        </Group>
      </Stack>
    </details>
  )
}
