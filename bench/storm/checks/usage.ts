import type { Call, Final } from './observed.ts'

/**
 * Checks that each call with a key is counted once. A killed node may lose what nobody has read yet, and a call without a
 * response of its own may be counted or not. The time of the last use is compared, too.
 */
export function checkUsage(
  { calls, usage: read }: { calls: Call[]; usage: { keyId: string; calls: number }[] },
  { usage }: Pick<Final, 'usage'>,
): string[] {
  const wrong: string[] = []
  const counted = new Map(usage.map((one) => [one.keyId, one]))
  const readByKey = Map.groupBy(read, ({ keyId }) => keyId)
  const made = Map.groupBy(
    calls.filter(({ keyId }) => keyId),
    ({ keyId }) => keyId!,
  )
  for (const [keyId, own] of made) {
    const { calls: count, lastUsedAt } = counted.get(keyId) ?? { calls: 0, lastUsedAt: 0 }
    const kept = own.filter((call) => isCounted(call) && !call.life.isKilled)
    const least = Math.max(kept.length, ...(readByKey.get(keyId) ?? []).map(({ calls }) => calls))
    const most = own.filter(({ outcome }) => outcome !== 'unauthenticated').length
    if (count < least || count > most)
      wrong.push(`key ${keyId} has ${count} calls, and ${least} to ${most} were made`)
    const last = kept.reduce((latest, { invoked }) => Math.max(latest, invoked), Number.NEGATIVE_INFINITY)
    const lost = performance.timeOrigin + last - lastUsedAt
    if (lost > 50) wrong.push(`key ${keyId} was used ${lost.toFixed(0)} ms after its last use`)
  }
  return wrong
}

const isCounted = ({ outcome }: Call): boolean => outcome !== null && outcome !== 'unauthenticated'
