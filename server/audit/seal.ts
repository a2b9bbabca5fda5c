import { type RawBuilder, sql } from 'kysely'
import type { Database, Reader, Transaction } from '#database'
import { type Job, type Log, repeat, type Secret } from '#platform'
import {
  type LoggedEntry,
  loggedEntries,
  loggedEntry,
  macsOf,
  milliseconds,
  noMac,
  type SealAccount,
} from './seal-account.ts'

/** Any number that nothing else in this database locks: one node seals at a time. */
const advisoryLock = 0x7365616c
const batch = 5000

/** No transaction stays open for an hour, so entries that much older than the newest sealed one are all sealed. */
export const lateCommitsMs = 60 * 60 * 1000
export const lateCommits = sql.raw(`interval '${lateCommitsMs} milliseconds'`)

/** Most entries are committed within this time, and sealed within a second more. */
const soonCommits = sql.raw(`interval '10 seconds'`)

/**
 * Seals what is new every second, until the function that it returns is called. Each seal is written to the log as well, which
 * is usually stored elsewhere and so proves that no newer entries were cut off.
 */
export const keepSealed = (db: Database, secret: Secret, log: Log): (() => Promise<void>) =>
  repeat({ what: 'sealing the audit log', log, everyMs: 1000 }, async () => {
    if (await isUnsealed(db.reader)) await sealAll(db, secret, log, soonCommits)
  })

/** Seals what was committed late, and what a node without `keepSealed` recorded. */
export function createSealJob(secret: Secret): Job {
  return {
    name: 'audit.seal',
    schedule: '*/5 * * * *',
    run: ({ db, log, signal }) => sealAll(db, secret, log, lateCommits, signal),
  }
}

async function sealAll(
  db: Database,
  secret: Secret,
  log: Log,
  within: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  let sealed = 0
  do {
    sealed = await sealBatch(db, secret, within)
    const head = sealed > 0 && (await sealHead(db.reader))
    if (head) log.info({ head: headText(head), entries: sealed }, 'audit log sealed')
  } while (sealed === batch && !signal?.aborted)
}

/** Returns whether there is an entry that `keepSealed` seals. Reads only the newest entries. */
export async function isUnsealed(reader: Reader): Promise<boolean> {
  const last = await newestSeal(reader)
  const { rows } = await sql<{ unsealed: boolean }>`
    select exists (select ${unsealedSince(last?.until, soonCommits)}) as unsealed`.execute(reader)
  return rows[0]!.unsealed
}

/**
 * Seals up to `batch` entries, oldest first, and returns their count; 0 while another node seals. Nobody can then change,
 * remove or insert an entry without breaking a seal. Writers of the log do not wait for it.
 * @param within how far the entries may be older than the newest that is sealed
 */
export const sealBatch = (db: Database, secret: Secret, within = lateCommits): Promise<number> =>
  db.transaction((tx) => sealIn(tx, secret, within))

/** Seals entries in the caller's transaction. */
export async function sealIn(tx: Transaction, secret: Secret, within = lateCommits): Promise<number> {
  const { rows } = await sql<{ free: boolean; now: string }>`
      select pg_try_advisory_xact_lock(${advisoryLock}) as free,
        trim_scale(extract(epoch from now()::timestamptz(3)) * 1000)::text as now`.execute(tx)
  const { free, now } = rows[0]!
  if (!free) return 0
  const last = await newestSeal(tx)
  const entries = await unsealed(tx, last?.until, within)
  if (entries.length === 0) return 0
  const macs = macsOf(secret)
  const seal = (last?.number ?? 0) + 1
  const newest = Math.max(Number(last?.until ?? -Infinity), ...entries.map(({ at }) => Number(at)))
  const account: SealAccount = {
    seal,
    before: (last?.mac ?? noMac).toString('hex'),
    sealedAt: now,
    until: String(Math.min(newest, Number(now))),
    entries: entries.map((entry) => [
      entry.id,
      entry.at ?? '',
      entry.action ?? '',
      macs.ofEntry(seal, entry),
    ]),
  }
  const text = JSON.stringify(account)
  await tx
    .insertInto('auditSeals')
    .values({
      number: seal,
      entries: entries.length,
      mac: Buffer.from(macs.ofAccount(text), 'hex'),
      until: timeOf(account.until),
      sealedAt: timeOf(now),
      account: text,
      signedWith: secret.id,
    })
    .execute()
  await tx
    .insertInto('auditSealedEntries')
    .columns(['entryId', 'seal', 'position'])
    .expression(
      sql<never>`select entry, ${seal}::bigint, position
                   from unnest(${entries.map(({ id }) => id)}::uuid[]) with ordinality as given (entry, position)`,
    )
    .execute()
  return entries.length
}

const timeOf = (milliseconds: string) => sql<string>`to_timestamp(${milliseconds}::numeric / 1000)`

/** Returns the newest seal. Stored elsewhere, it reveals when the end of the log was cut off. */
export async function sealHead(reader: Reader): Promise<{ number: number; mac: string } | null> {
  const head = await newestSeal(reader)
  return head ? { number: head.number, mac: head.mac.toString('hex') } : null
}

/** Formats a head as `number:mac`. */
export const headText = ({ number, mac }: { number: number; mac: string }): string => `${number}:${mac}`

function newestSeal(reader: Reader) {
  return reader
    .selectFrom('auditSeals')
    .select(['number', 'mac', milliseconds('until').as('until')])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function unsealed(
  tx: Transaction,
  until: string | undefined,
  within: RawBuilder<unknown>,
): Promise<LoggedEntry[]> {
  const { rows } = await sql<LoggedEntry>`
    select ${loggedEntry} ${unsealedSince(until, within)}
    order by entry.at, entry.id
    limit ${batch}`.execute(tx)
  return rows
}

/** @param until the newest entry of the newest seal. A subquery for it would have PostgreSQL plan to read a third of the log. */
function unsealedSince(until: string | undefined, within: RawBuilder<unknown>): RawBuilder<unknown> {
  const since = until === undefined ? sql`'-infinity'` : sql`${timeOf(until)} - ${within}`
  return sql`from ${loggedEntries}
    where entry.at > ${since}
      and not exists (select from audit_sealed_entries sealed where sealed.entry_id = entry.id)`
}
