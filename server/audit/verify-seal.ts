import type { LoggedEntry, Macs, SealAccount, SealedEntry } from './seal-account.ts'

/** A sign of tampering, or seals that cannot be verified. */
export interface Finding {
  /** `seal` if the seal itself is affected, `secret` if its secret is missing. */
  wrong: 'changed' | 'removed' | 'inserted' | 'reordered' | 'seal' | 'secret'
  /** The seal that reveals it; null for an entry in no seal. */
  seal: number | null
  /** The entry as it was sealed, or as it is now if it never was; null if the seal itself is affected. */
  entry: { id: string; at: string | null; action: string | null } | null
  /** The rest of a sentence about the entry or the seal. */
  what: string
}

/** A row of `audit_seals`; times are milliseconds since 1970. */
export interface SealRow {
  number: number
  entries: number
  mac: string
  until: string
  sealedAt: string
  account: string
  /** The id of the secret. */
  signedWith: string
}

/** The previous seal. The next one can be compared with it only if it is valid. */
export interface Before {
  number: number
  mac: string
  valid: boolean
}

/** The data that a seal is compared with. */
export interface Found {
  /** The log's entries with the ids in the seal. */
  entries: ReadonlyMap<string, LoggedEntry[]>
  /** The position of each entry in the seal. */
  places: ReadonlyMap<string, number>
}

/** Creates a finding about a seal itself. */
export const ofSeal = (seal: number, what: string): Finding => ({ wrong: 'seal', seal, entry: null, what })

/** Returns a finding if seals are missing between two numbers. */
export function missingBetween(before: number, number: number): Finding[] {
  const [first, last] = [before + 1, number - 1]
  if (first > last) return []
  return [ofSeal(first, first === last ? 'is missing' : `is missing, like all up to seal ${last}`)]
}

interface ReadSeal {
  seal: SealRow
  /** Null if it cannot be parsed. */
  account: SealAccount | null
  /** Whether the mac signs this account. */
  genuine: boolean
  before: Before
}

/** Verifies a seal with all its entries. */
export function verifySeal(
  { seal, account, genuine, before }: ReadSeal,
  macs: Macs,
  found: Found,
): Finding[] {
  const number = (genuine && account?.seal) || seal.number
  const missing = missingBetween(before.number, number)
  if (!account) return [...missing, ofSeal(seal.number, 'was changed')]
  const { findings, intact } = compareEntries(account, genuine, macs, found)
  if (genuine) return [...missing, ...oddities(seal, account, before), ...findings]
  // If the whole account is forged, the finding about the seal is enough.
  return [...missing, ofSeal(seal.number, 'was changed'), ...(intact > 0 ? findings : [])]
}

/** Compares the row of a seal with its genuine account. */
function oddities(seal: SealRow, account: SealAccount, before: Before): Finding[] {
  const found: string[] = []
  if (account.seal !== seal.number) found.push(`was created as seal ${account.seal}`)
  if (before.valid && account.seal === before.number + 1 && account.before !== before.mac)
    found.push('does not continue the previous seal: one of the two was inserted later')
  const { until, sealedAt, entries } = account
  if (entries.length !== seal.entries || until !== seal.until || sealedAt !== seal.sealedAt)
    found.push('has a different time or number of entries than when it was created')
  return found.map((what) => ofSeal(seal.number, what))
}

/** A forged account may list wrong entries: only those that exist, or have a position, are reported. */
function compareEntries(
  account: SealAccount,
  genuine: boolean,
  macs: Macs,
  { entries, places }: Found,
): { findings: Finding[]; intact: number } {
  const findings: Finding[] = []
  const add = (wrong: Finding['wrong'], [id, at, action]: SealedEntry, what: string) =>
    findings.push({ wrong, seal: account.seal, entry: { id, at: isoTime(at), action }, what })
  const fits = ([id, at, , mac]: SealedEntry, { rest }: LoggedEntry, itsTime: string | null = at) =>
    macs.ofEntry(account.seal, { id, at: itsTime, rest }) === mac

  const altered: { line: SealedEntry; entry: LoggedEntry }[] = []
  let intact = 0
  for (const [index, line] of account.entries.entries()) {
    const [entry, ...more] = entries.get(line[0]) ?? []
    const place = places.get(line[0])
    if (!entry) {
      if (genuine || place !== undefined) add('removed', line, 'is no longer in the log')
      continue
    }
    if (fits(line, entry, entry.at)) intact++
    else altered.push({ line, entry })
    if (more.length > 0) add('inserted', line, 'is in the log more than once')
    if (genuine && place !== index + 1)
      add('reordered', line, `is not at its position in the seal, ${index + 1}`)
  }
  for (const { line, entry } of altered) {
    const source = altered.find((other) => fits(other.line, entry))?.line
    if (source === line) add('reordered', line, `now has the time ${isoTime(entry.at)}`)
    else if (source) add('reordered', line, `now contains what was sealed as ${source[0]}`)
    else
      add(
        'changed',
        line,
        `differs from what was sealed${entry.action === line[2] ? '' : `: now a ${entry.action}`}`,
      )
  }
  return { findings, intact }
}

/** Formats milliseconds as a time (RFC 3339); returns anything else as it is. */
export function isoTime(milliseconds: string | null): string | null {
  const date = new Date(Number(milliseconds ?? Number.NaN))
  return Number.isNaN(date.getTime()) ? milliseconds : date.toISOString()
}
