import { getPatient } from '#contract'

/** The ids of two records to compare. */
export interface Sides {
  sourceId?: string
  targetId?: string
}

/** Reads the two records to compare from the address; leaves out what is not an id. */
export function sidesOf({ sourceId, targetId }: Record<string, unknown> | Sides): Sides {
  const { patientId } = getPatient.params.shape
  return {
    ...(patientId.safeParse(sourceId).success && { sourceId: String(sourceId) }),
    ...(patientId.safeParse(targetId).success && { targetId: String(targetId) }),
  }
}
