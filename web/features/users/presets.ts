import { type Access, accessLevels, accessPresets, areas, noAccess } from '#contract'

/** The choices for the access of a user. */
export const presets = [...accessPresets, { name: 'No access', access: noAccess }]

/** Returns the preset with the same levels, if any. */
export const presetOf = (access: Access) =>
  presets.find((preset) => areas.every((area) => preset.access[area] === access[area]))

/** Returns the name of an access: that of its preset, or `Custom`. */
export const accessName = (access: Access): string => presetOf(access)?.name ?? 'Custom'

export const areaNames = {
  insights: 'Insights',
  patients: 'Patients',
  billing: 'Billing',
  inventory: 'Inventory',
} as const

export const levelNames = { none: 'None', view: 'View', edit: 'Edit' } as const

/** Describes the levels, highest first: `Edit patients and billing. View inventory.` */
export function accessSentences(access: Access): string {
  const sentences = accessLevels
    .toReversed()
    .filter((level) => level !== 'none')
    .flatMap((level) => {
      const names = areas.filter((area) => access[area] === level)
      return names.length > 0 ? `${levelNames[level]} ${listed.format(names)}.` : []
    })
  return sentences.join(' ') || 'Neither insights nor the clinic.'
}

const listed = new Intl.ListFormat('en-GB')
