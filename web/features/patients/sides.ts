import { mergePatients } from '#contract'

/** Reads the two records to compare from the address; leaves out what is not an id. */
export function sidesOf({ sourceId, targetId }: Record<string, unknown>): {
  sourceId?: string
  targetId?: string
} {
  const { shape } = mergePatients.body
  return {
    ...(shape.sourceId.safeParse(sourceId).success && { sourceId: String(sourceId) }),
    ...(shape.targetId.safeParse(targetId).success && { targetId: String(targetId) }),
  }
}
