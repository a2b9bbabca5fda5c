import { z } from 'zod'

/** The parts of Aerie whose data a user may or may not see. */
export const areas = ['insights', 'patients', 'billing', 'inventory'] as const
export type Area = (typeof areas)[number]

/** From the lowest to the highest: each includes those before it. */
export const accessLevels = ['none', 'view', 'edit'] as const
export type AccessLevel = (typeof accessLevels)[number]
export const accessLevel = z.enum(accessLevels)

const byArea = { insights: accessLevel, patients: accessLevel, billing: accessLevel, inventory: accessLevel }

export const access = z
  .strictObject(byArea)
  .describe('What the user may see and change. Owners and admins always have `edit` in all areas')
  .meta({ id: 'Access' })
export type Access = z.output<typeof access>

/** Some of the levels. Omitted ones keep their values. */
export const accessChanges = z.strictObject(byArea).partial().meta({ id: 'AccessChanges' })

/** What a call needs of the caller’s access. */
export type Needs = { readonly [Name in Area]?: AccessLevel | undefined }

/** Returns whether a level includes another. */
export const includesLevel = (held: AccessLevel, needed: AccessLevel): boolean =>
  accessLevels.indexOf(held) >= accessLevels.indexOf(needed)

/** Returns the first area in which an access is too low, with the level that is needed; undefined if it suffices. */
export function missingAccess(held: Access, needs: Needs): { area: Area; level: AccessLevel } | undefined {
  for (const area of areas) {
    const level = needs[area]
    if (level && !includesLevel(held[area], level)) return { area, level }
  }
  return undefined
}

/** Returns the access with one level in all areas. */
export const everywhere = (level: AccessLevel): Access => ({
  insights: level,
  patients: level,
  billing: level,
  inventory: level,
})
export const fullAccess = everywhere('edit')
export const noAccess = everywhere('none')

/** Returns an access with some of its levels replaced. */
export const withLevels = (held: Access, changes: Needs = {}): Access => ({
  ...held,
  ...(changes as Partial<Access>),
})

/** Writes levels as text: `insights edit, patients none`. */
export const accessText = (levels: Needs): string =>
  areas.flatMap((area) => (levels[area] ? `${area} ${levels[area]}` : [])).join(', ')
