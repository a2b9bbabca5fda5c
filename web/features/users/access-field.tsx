import { Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { type Access, accessLevels, areas, type Role } from '#contract'
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
          <LevelField
            key={area}
            label={areaNames[area]}
            value={value[area]}
            onChange={(level) => onChange({ ...value, [area]: level })}
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

const levels = accessLevels.map((value) => ({ value, label: levelNames[value] }))

interface LevelFieldProps {
  label: string
  value: Access[keyof Access]
  onChange: (level: Access[keyof Access]) => void
}

/** Chooses the level of one area. */
function LevelField({ label, value, onChange }: LevelFieldProps) {
  const id = useId()
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text id={id}>{label}</Text>
      <SegmentedControl aria-labelledby={id} data={levels} value={value} onChange={onChange} />
    </Group>
  )
}
