import { NativeSelect, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Access, type AccessLevel, accessLevels, areas, type Role } from '#contract'
import { accessSentences, areaNames, levelNames, presetOf, presets } from './presets.ts'

interface AccessFieldProps {
  label?: string
  description?: ReactNode
  /** The role of the user, if it decides whether access matters. */
  role?: Role
  value: Access
  onChange: (access: Access) => void
}

const custom = 'Custom'
const levels = accessLevels.map((value) => ({ value, label: levelNames[value] }))

/** Chooses the access of a user: a preset, or a level for each area. */
export function AccessField({
  label = 'Access',
  description,
  role = 'member',
  value,
  onChange,
}: AccessFieldProps) {
  const preset = presetOf(value)
  const [isCustom, setCustom] = useState(preset === undefined)
  if (role !== 'member')
    return (
      <div>
        <Text fw={500}>{label}</Text>
        <Text c="dimmed">Owners and admins have access to everything.</Text>
      </div>
    )
  const isOpen = isCustom || preset === undefined
  const choose = (name: string) => {
    setCustom(name === custom)
    const chosen = presets.find((preset) => preset.name === name)
    if (chosen) onChange(chosen.access)
  }
  return (
    <Stack gap="xs">
      <NativeSelect
        label={label}
        description={description}
        data={[...presets.map(({ name }) => name), custom]}
        value={isOpen ? custom : preset.name}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {isOpen ? (
        areas.map((area) => (
          <NativeSelect
            key={area}
            label={areaNames[area]}
            data={levels}
            value={value[area]}
            onChange={(event) => onChange({ ...value, [area]: event.currentTarget.value as AccessLevel })}
          />
        ))
      ) : (
        <Text c="dimmed" role="status">
          {accessSentences(value)}
        </Text>
      )}
    </Stack>
  )
}
