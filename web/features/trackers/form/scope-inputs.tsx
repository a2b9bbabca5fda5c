import { Checkbox, Group, Stack, TagsInput } from '@mantine/core'
import { listSources, sourceKinds } from '#contract'
import { useCall } from '../../../api.ts'
import { DateField } from '../../../components/date-field.tsx'
import type { ScopeValues } from '../definition.ts'

export interface ScopeInputsProps {
  projectId: string
  values: ScopeValues
  /** Speakers that the preview has found. */
  speakers: string[]
  errors: Record<string, unknown>
  onChange: (values: ScopeValues) => void
}

const kinds = sourceKinds.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

/** The fields of a tracker's limits. */
export default function ScopeInputs({ projectId, values, speakers, errors, onChange }: ScopeInputsProps) {
  const { data: sources } = useCall(listSources, { projectId, limit: 200 })
  const change = (limits: Partial<ScopeValues>) => onChange({ ...values, ...limits })
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
    <Stack gap="sm" mt="xs">
      {names('speakers', 'Speakers')}
      {names('tags', 'Tags')}
      {names('authors', 'Authors')}
      <Checkbox.Group
        label="Kinds of sources"
        value={values.kinds}
        onChange={(list) => change({ kinds: list as ScopeValues['kinds'] })}
        {...wrong('kinds')}
      >
        <Group gap="md" mt={4}>
          {kinds.map((kind) => (
            <Checkbox key={kind.value} {...kind} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group grow align="start">
        {(['from', 'to'] as const).map((name) => (
          <DateField
            key={name}
            label={name === 'from' ? 'From' : 'To'}
            value={values[name]}
            onChange={(date) => change({ [name]: date })}
            {...wrong(name)}
          />
        ))}
      </Group>
    </Stack>
  )
}
