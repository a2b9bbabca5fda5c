import type { ApiKey } from '#contract'

type Known = Pick<ApiKey, 'name' | 'status' | 'createdAt' | 'lastUsedAt'>

/** The progress of replacing a key with a newer one. */
export interface Rotation<Key extends Known = Known> {
  successor: Key
  /**
   * `used`: the old key was used after its successor was created. `untried`: neither was, so nothing shows that the
   * program has switched to the new key. `safe`: nothing needs the old key.
   */
  state: 'used' | 'untried' | 'safe'
}

const longestName = 100

/** Splits `nightly (v3)` into `nightly` and 3; a name without a number is version 1. */
function partsOf(name: string): { base: string; version: number } {
  const numbered = /^(.+) \(v([1-9]\d{0,5})\)$/su.exec(name)
  return numbered ? { base: numbered[1]!, version: Number(numbered[2]) } : { base: name, version: 1 }
}

/** Joins the parts, shortening the base where the name would be too long, never within a surrogate pair. */
function versionName(base: string, version: number): string {
  const number = ` (v${version})`
  const kept = base.slice(0, longestName - number.length).replace(/[\ud800-\udbff]$/, '')
  return kept.trimEnd() + number
}

/** Returns the successor's name: one above the highest number of this name among `taken`. */
export function successorName(name: string, taken: readonly string[]): string {
  const { base, version } = partsOf(name)
  const versions = taken.filter((other) => isLater(name, other)).map((other) => partsOf(other).version)
  return versionName(base, Math.max(version, ...versions) + 1)
}

/** Returns whether `other` is the same name with a higher number. */
function isLater(name: string, other: string): boolean {
  const { base, version } = partsOf(name)
  const later = partsOf(other).version
  return later > version && other === versionName(base, later)
}

/** Returns the rotation of an active key: the earliest later active key that has its name with a higher number. */
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

/** Returns whether the page waits for a key's next use: the key is being replaced, or new and unused. */
export function isWatched(key: Known, keys: readonly Known[], now: number): boolean {
  const isNew = key.status === 'active' && !key.lastUsedAt && Date.parse(key.createdAt) > now - firstUseMs
  return isNew || rotationOf(key, keys) !== undefined
}
