import { listInvoices } from '#contract'

/** Reads the two records to compare from the address; leaves out what is not an id. */
export function sidesOf({ sourceId, targetId }: Record<string, unknown>): {
  sourceId?: string
  targetId?: string
} {
  const { patientId } = listInvoices.query.shape
  return {
    ...(patientId.safeParse(sourceId).success && { sourceId: String(sourceId) }),
    ...(patientId.safeParse(targetId).success && { targetId: String(targetId) }),
  }
}
