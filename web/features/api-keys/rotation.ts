import type { ApiKey } from '#contract'

type Known = Pick<ApiKey, 'name' | 'status' | 'createdAt' | 'lastUsedAt'>

/** How far a key's replacement by a newer one has come. */
export interface Rotation<Key extends Known = Known> {
  successor: Key
  /**
   * `used`: the old key was used after the successor was made. `untried`: it was not, but neither was the successor,
   * so nothing shows that whatever used the old key has been switched. `safe`: nothing needs the old key.
   */
  state: 'used' | 'untried' | 'safe'
}

const longestName = 100

/** `nightly` and 3 of `nightly (v3)`; a name without a number is the first. */
function partsOf(name: string): { base: string; version: number } {
  const numbered = /^(.+) \(v([1-9]\d{0,5})\)$/su.exec(name)
  return numbered ? { base: numbered[1]!, version: Number(numbered[2]) } : { base: name, version: 1 }
}

/** The base is cut where the whole would be too long, never through a surrogate pair. */
function nameOf(base: string, version: number): string {
  const number = ` (v${version})`
  const kept = base.slice(0, longestName - number.length).replace(/[\ud800-\udbff]$/, '')
  return kept.trimEnd() + number
}

/** The name of the key that follows: one above the highest number that this name has among `taken`. */
export function successorName(name: string, taken: readonly string[]): string {
  const { base, version } = partsOf(name)
  const versions = taken.filter((other) => isLater(name, other)).map((other) => partsOf(other).version)
  return nameOf(base, Math.max(version, ...versions) + 1)
}

/** Whether `other` is the same name with a higher number. */
function isLater(name: string, other: string): boolean {
  const { base, version } = partsOf(name)
  const later = partsOf(other).version
  return later > version && other === nameOf(base, later)
}

/** What replaces this key, where an active key made later has its name with a higher number: the earliest of those. */
export function rotationOf<Key extends Known>(key: Key, keys: readonly Key[]): Rotation<Key> | undefined {
  if (key.status !== 'active') return undefined
  const [successor] = keys
    .filter(
      ({ name, status, createdAt }) =>
        status === 'active' && createdAt > key.createdAt && isLater(key.name, name),
    )
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  if (!successor) return undefined
  if (key.lastUsedAt && key.lastUsedAt >= successor.createdAt) return { successor, state: 'used' }
  return { successor, state: key.lastUsedAt && !successor.lastUsedAt ? 'untried' : 'safe' }
}

const firstUseMs = 10 * 60_000

/** Whether a key's use is being waited for: it is being replaced, or it is new and has not been used. */
export function isWatched(key: Known, keys: readonly Known[], now: number): boolean {
  const isNew = key.status === 'active' && !key.lastUsedAt && Date.parse(key.createdAt) > now - firstUseMs
  return isNew || rotationOf(key, keys) !== undefined
}
