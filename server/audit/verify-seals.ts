import { type SqlBool, sql } from 'kysely'
import type { Reader } from '#database'
import type { Secrets } from '#platform'
import { lateCommits, lateCommitsMs } from './seal.ts'
import {
  type LoggedEntry,
  loggedEntries,
  loggedEntry,
  macsOf,
  milliseconds,
  noMac,
  readAccount,
  type SealAccount,
} from './seal-account.ts'
import {
  type Before,
  type Finding,
  isoTime,
  missingBetween,
  type SealRow,
  verifySeal,
} from './verify-seal.ts'

export interface Verified {
  seals: number
  /** All entries of the log. */
  entries: number
  /** Entries not sealed yet, which are not verified, and the time of the oldest. */
  waiting: { entries: number; since: string | null }
}

/** Limits memory if someone forges millions of positions. */
const mostStrays = 10_000

/**
 * Recomputes every seal and compares it with the log, about a megabyte at a time, while others write and seal. Yields
 * each entry that was changed, removed, inserted or moved, and each seal that was tampered with.
 *
 * It cannot detect changes made before an entry was sealed, nor that the newest seals and their entries were cut off.
 * The latter takes a head stored elsewhere. Seals of a secret that is not listed are reported, but not verified.
 */
export async function* verifySeals(reader: Reader, secrets: Secrets): AsyncGenerator<Finding, Verified> {
  const last = await newestNumber(reader)
  let before: Before = { number: 0, mac: noMac.toString('hex'), valid: true }
  let until: string | null = null
  const misplaced = new Set<string>()
  const strays: Stray[] = []
  let unverified = null as Unverified | null

  for await (const seals of sealsUpTo(last, reader)) {
    const accounts = seals.map(({ account }) => readAccount(account))
    const ids = accounts.flatMap((account) => (account ? account.entries.map(([id]) => id) : []))
    const entries = await entriesWith(ids, reader)
    const places = await placesIn(seals, ids.length + mostStrays, reader)
    for (const [index, seal] of seals.entries()) {
      const { number, mac } = seal
      const account = accounts[index] ?? null
      const secret = secrets.find(seal.signedWith)
      if (unverified && (secret || unverified.secretId !== seal.signedWith)) {
        yield withoutSecret(unverified)
        unverified = null
      }
      if (!secret) {
        yield* missingBetween(before.number, number)
        unverified = { secretId: seal.signedWith, first: unverified?.first ?? number, last: number }
        before = { number: Math.max(before.number, number), mac, valid: false }
        continue
      }
      const here = places.get(number) ?? new Map<string, number>()
      const macs = macsOf(secret)
      const genuine = account !== null && macs.ofAccount(seal.account) === mac
      const findings = verifySeal({ seal, account, genuine, before }, macs, { entries, places: here })
      for (const finding of findings) {
        if (finding.wrong === 'reordered' && finding.entry) misplaced.add(finding.entry.id)
        yield finding
      }
      if (genuine && until !== null) yield* sealedLate(account, until)
      for (const [id] of account?.entries ?? []) here.delete(id)
      for (const id of here.keys()) if (strays.length < mostStrays) strays.push({ id, seal: number, genuine })
      if (genuine) until = account.until
      before = { number: Math.max(before.number, genuine ? account.seal : number), mac, valid: genuine }
    }
  }
  if (unverified) yield withoutSecret(unverified)
  yield* strayEntries(
    reader,
    strays.filter(({ id }) => !misplaced.has(id)),
  )
  const uncovered = { last, until }
  if (until !== null) yield* insertedLater(reader, uncovered)
  return { seals: last, ...(await countEntries(reader, uncovered)) }
}

/**
 * Sealing skips times that are completely sealed. If a genuine seal has such an entry, someone changed the previous
 * seal's time while it was created.
 */
function* sealedLate({ seal, entries }: SealAccount, until: string): Generator<Finding> {
  for (const [id, at, action] of entries) {
    if (Number(at) > Number(until) - lateCommitsMs) continue
    const entry = { id, at: isoTime(at), action }
    yield { wrong: 'inserted', seal, entry, what: 'was sealed after everything else of its time' }
  }
}

/** Seals in a row of a secret that is not listed. */
interface Unverified {
  secretId: string
  first: number
  last: number
}

function withoutSecret({ secretId, first, last }: Unverified): Finding {
  const which = first === last ? '' : `, like all up to seal ${last}`
  const what = `cannot be verified${which}: SECRET does not list the secret ${secretId}`
  return { wrong: 'secret', seal: first, entry: null, what }
}

async function newestNumber(reader: Reader): Promise<number> {
  const { last } = await reader
    .selectFrom('auditSeals')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

async function* sealsUpTo(last: number, reader: Reader): AsyncGenerator<SealRow[]> {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const { rows } = await sql<SealRow>`
      select number, entries, encode(mac, 'hex') as mac, account, signed_with,
        ${milliseconds('until')} as until, ${milliseconds('sealed_at')} as sealed_at
      from (
        select *, sum(octet_length(account)) over (order by number) - octet_length(account) as ahead
        from (select * from audit_seals where number > ${after} and number <= ${last}
              order by number limit 500) as next
      ) as counted
      where ahead < 1000000 order by number`.execute(reader)
    const newest = rows.at(-1)
    if (!newest) return
    yield rows
    after = newest.number
  }
}

async function entriesWith(ids: string[], reader: Reader): Promise<Map<string, LoggedEntry[]>> {
  const { rows } = await sql<LoggedEntry>`
    select ${loggedEntry} from ${loggedEntries} where entry.id = any (${ids}::uuid[])`.execute(reader)
  return Map.groupBy(rows, ({ id }) => id)
}

/** Returns the position of each entry in these seals. */
async function placesIn(
  seals: SealRow[],
  limit: number,
  reader: Reader,
): Promise<Map<number, Map<string, number>>> {
  const numbers = seals.map(({ number }) => number)
  const { rows } = await sql<{ seal: number; id: string; position: number }>`
    select seal, entry_id as id, position from audit_sealed_entries where seal = any (${numbers}::bigint[])
    limit ${limit}`.execute(reader)
  const places = new Map(numbers.map((number) => [number, new Map<string, number>()]))
  for (const { seal, id, position } of rows) places.get(seal)?.set(id, position)
  return places
}

interface Stray {
  id: string
  seal: number
  genuine: boolean
}

/** Yields entries with a position in a seal that does not list them. */
async function* strayEntries(reader: Reader, strays: Stray[]): AsyncGenerator<Finding> {
  const ids = strays.map(({ id }) => id)
  const known = await entriesWith(ids, reader)
  for (const { id, seal, genuine } of strays) {
    const { at = null, action = null } = known.get(id)?.[0] ?? {}
    const entry = { id, at: isoTime(at), action }
    if (genuine)
      yield { wrong: 'inserted', seal, entry, what: 'is in the seal, which was created without it' }
    else yield { wrong: 'changed', seal, entry, what: 'is in the seal, which no longer lists it' }
  }
}

interface Uncovered {
  last: number
  until: string | null
}

const isInNoSeal = ({ last }: Uncovered) => sql<SqlBool>`
  not exists (select from audit_sealed_entries where entry_id = entry.id and seal between 1 and ${last})`

/** Selects times that are completely sealed. */
const isOver = ({ until }: Uncovered) => sql<SqlBool>`
  (entry.at <= to_timestamp(${until}::numeric / 1000) - ${lateCommits}) is not false`

async function* insertedLater(reader: Reader, uncovered: Uncovered): AsyncGenerator<Finding> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<LoggedEntry>`
      select ${loggedEntry} from ${loggedEntries}
      where entry.id > ${after}::uuid and ${isInNoSeal(uncovered)} and ${isOver(uncovered)}
      order by entry.id limit 1000`.execute(reader)
    for (const { id, at, action } of rows) {
      const entry = { id, at: isoTime(at), action }
      yield {
        wrong: 'inserted',
        seal: null,
        entry,
        what: 'is in no seal, although everything else of its time is',
      }
    }
    const newest = rows.at(-1)
    if (!newest) return
    after = newest.id
  }
}

async function countEntries(reader: Reader, uncovered: Uncovered): Promise<Omit<Verified, 'seals'>> {
  const { entries } = await reader
    .selectFrom('auditLog')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ waiting: number; since: string | null }>`
    select count(*) as waiting, trim_scale(extract(epoch from min(entry.at)) * 1000)::text as since
    from audit_log entry
    where ${isInNoSeal(uncovered)} ${uncovered.until === null ? sql`` : sql`and not ${isOver(uncovered)}`}`.execute(
    reader,
  )
  const { waiting, since } = rows[0]!
  return { entries, waiting: { entries: waiting, since: isoTime(since) } }
}
