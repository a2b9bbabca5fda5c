/**
 * The result of a comparison: natural logarithms of how much likelier it is between two records of one person than between
 * records of two strangers (Fellegi and Sunter 1969). Unknown values have the weight 0.
 */
export interface Evidence {
  weight: number
  /** The weight for two people who are twins, instead of one person. */
  twins?: number
  /** The weight for other people of one household or family. */
  relatives?: number
  /** Shown to users, if it suggests one person, or suggests two people strongly. */
  reason?: string
}

export const nothing: Evidence = { weight: 0 }

/** Returns evidence that a whole household shares, so that it does not distinguish its members. */
export const sharedByHousehold = (weight: number, reason?: string): Evidence => ({
  weight,
  twins: weight,
  relatives: weight,
  ...(reason && { reason }),
})
