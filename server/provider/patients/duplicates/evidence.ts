/**
 * The result of a comparison: the natural logarithm of how much likelier it is between two records of one person than
 * between records of two people (Fellegi and Sunter 1969). Unknown values have the weight 0.
 */
export interface Evidence {
  weight: number
  /** Shown to users, if it suggests that both records are of one person. */
  reason?: string
}

export const nothing: Evidence = { weight: 0 }
