import type { LoggedEntry, Macs, SealAccount, SealedEntry } from './seal-account.ts'

/** One thing that somebody has tampered with. */
export interface Finding {
  /** `seal`: a seal itself was. */
  wrong: 'changed' | 'removed' | 'inserted' | 'reordered' | 'seal'
  /** The seal that shows it; null where an entry is in none. */
  seal: number | null
  /** The entry as it was sealed, or as it is where it never was; null where a seal itself is meant. */
  entry: { id: string; at: string | null; action: string | null } | null
  /** What exactly, as the rest of a sentence about the entry or the seal. */
  says: string
}

/** A row of `audit_seals`; times are milliseconds since 1970. */
export interface SealRow {
  number: number
  entries: number
  mac: string
  until: string
  sealedAt: string
  /** Null in those from before there were accounts. */
  account: string | null
}

/** The seal before: whether it holds decides whether the next can be compared with it. */
export interface Before {
  number: number
  mac: string
  holds: boolean
}

/** What a seal is compared with. */
export interface Found {
  /** The log's entries with the ids that the seal names. */
  entries: ReadonlyMap<string, LoggedEntry[]>
  /** Which entries stand where in the seal. */
  places: ReadonlyMap<string, number>
}

export const doesNotHold = 'is not as it was made, or SECRET is not the server’s'

export const ofSeal = (seal: number, says: string): Finding => ({ wrong: 'seal', seal, entry: null, says })

/** The finding that seals are missing between the one before and this one; none where it follows. */
export function missingBetween(before: number, number: number): Finding[] {
  const [first, last] = [before + 1, number - 1]
  if (first > last) return []
  return [ofSeal(first, first === last ? 'is missing' : `is missing, like all up to seal ${last}`)]
}

interface ReadSeal {
  seal: SealRow
  /** Null where it cannot be read. */
  account: SealAccount | null
  /** Whether the account is the one of which the mac was made. */
  genuine: boolean
  before: Before
}

/** Verifies one seal with all entries that it names. */
export function verifySeal(
  { seal, account, genuine, before }: ReadSeal,
  macs: Macs,
  found: Found,
): Finding[] {
  const number = (genuine && account?.seal) || seal.number
  const missing = missingBetween(before.number, number)
  if (!account) return [...missing, ofSeal(seal.number, doesNotHold)]
  const { findings, intact } = compareEntries(account, genuine, macs, found)
  if (genuine) return [...missing, ...oddities(seal, account, before), ...findings]
  // Of an account that was made up altogether, the seal says enough.
  return [...missing, ofSeal(seal.number, doesNotHold), ...(intact > 0 ? findings : [])]
}

/** What does not fit about the row of a seal whose account is genuine. */
function oddities(seal: SealRow, account: SealAccount, before: Before): Finding[] {
  const says: string[] = []
  if (account.seal !== seal.number) says.push(`was made as seal ${account.seal}`)
  if (before.holds && account.seal === before.number + 1 && account.before !== before.mac)
    says.push('does not continue the seal before it: one of the two was put there later')
  const { until, sealedAt, entries } = account
  if (entries.length !== seal.entries || until !== seal.until || sealedAt !== seal.sealedAt)
    says.push('has another time or number of entries than it was made with')
  return says.map((each) => ofSeal(seal.number, each))
}

/** An account that is not genuine may name too few or wrong entries: only those are told that are, or had a place. */
function compareEntries(
  account: SealAccount,
  genuine: boolean,
  macs: Macs,
  { entries, places }: Found,
): { findings: Finding[]; intact: number } {
  const findings: Finding[] = []
  const add = (wrong: Finding['wrong'], [id, at, action]: SealedEntry, says: string) =>
    findings.push({ wrong, seal: account.seal, entry: { id, at: isoTime(at), action }, says })
  const fits = ([id, at, , mac]: SealedEntry, { rest }: LoggedEntry, itsTime: string | null = at) =>
    macs.ofEntry(account.seal, { id, at: itsTime, rest }) === mac

  const altered: { line: SealedEntry; entry: LoggedEntry }[] = []
  let intact = 0
  for (const [index, line] of account.entries.entries()) {
    const [entry, ...more] = entries.get(line[0]) ?? []
    const place = places.get(line[0])
    if (!entry) {
      if (genuine || place !== undefined) add('removed', line, 'is not in the log any more')
      continue
    }
    if (fits(line, entry, entry.at)) intact++
    else altered.push({ line, entry })
    if (more.length > 0) add('inserted', line, 'is in the log more than once')
    if (genuine && place !== index + 1)
      add('reordered', line, `is not at its place in the seal, ${index + 1}`)
  }
  for (const { line, entry } of altered) {
    const source = altered.find((other) => fits(other.line, entry))?.line
    if (source === line) add('reordered', line, `has the time ${isoTime(entry.at)} now`)
    else if (source) add('reordered', line, `holds now what was sealed as ${source[0]}`)
    else
      add(
        'changed',
        line,
        `is not what was sealed${entry.action === line[2] ? '' : `: now a ${entry.action}`}`,
      )
  }
  return { findings, intact }
}

/** Milliseconds as people read a time; what is no time as it is. */
export function isoTime(milliseconds: string | null): string | null {
  const date = new Date(Number(milliseconds ?? Number.NaN))
  return Number.isNaN(date.getTime()) ? milliseconds : date.toISOString()
}
