import { mergePatients } from '#contract'

/** Reads which two records the address says to compare; what is no id is left out. */
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
