/**
 * What one comparison says: the natural logarithm of how much likelier it is between two records of one person than
 * between records of two (Fellegi and Sunter 1969). What is not known says nothing: 0.
 */
export interface Evidence {
  weight: number
  /** A sentence for people, where it speaks for one person. */
  reason?: string
}

export const nothing: Evidence = { weight: 0 }
