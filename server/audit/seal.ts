import { sql } from 'kysely'
import type { Database, Reader, Transaction } from '#database'
import type { Job, Secret } from '#platform'
import {
  type LoggedEntry,
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

/**
 * Seals new entries: nobody can then change, remove or insert an entry without breaking a seal. Each seal is written to
 * the log as well, which is usually stored elsewhere and so proves that no newer entries were cut off.
 */
export function createSealJob(secret: Secret): Job {
  return {
    name: 'audit.seal',
    schedule: '*/5 * * * *',
    async run({ db, log, signal }) {
      let sealed = 0
      do {
        sealed = await sealBatch(db, secret)
        const head = sealed > 0 && (await sealHead(db.reader))
        if (head) log.info({ head: headText(head), entries: sealed }, 'audit log sealed')
      } while (sealed === batch && !signal.aborted)
    },
  }
}

/**
 * Seals up to `batch` entries, oldest first, and returns their count; 0 while another node seals. Writers of the log do
 * not wait for it.
 */
export const sealBatch = (db: Database, secret: Secret): Promise<number> =>
  db.transaction((tx) => sealIn(tx, secret))

/** Seals entries in the caller's transaction. */
export async function sealIn(tx: Transaction, secret: Secret): Promise<number> {
  const { rows } = await sql<{ free: boolean; now: string }>`
      select pg_try_advisory_xact_lock(${advisoryLock}) as free,
        trim_scale(extract(epoch from now()::timestamptz(3)) * 1000)::text as now`.execute(tx)
  const { free, now } = rows[0]!
  if (!free) return 0
  const last = await newestSeal(tx)
  const entries = await unsealed(tx, last?.until)
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

/** @param until the newest entry of the newest seal. A subquery for it would have PostgreSQL plan to read a third of the log. */
async function unsealed(tx: Transaction, until: string | undefined): Promise<LoggedEntry[]> {
  const since = until === undefined ? sql`'-infinity'` : sql`${timeOf(until)} - ${lateCommits}`
  const { rows } = await sql<LoggedEntry>`
    select ${loggedEntry} from audit_log entry
    where entry.at > ${since}
      and not exists (select from audit_sealed_entries sealed where sealed.entry_id = entry.id)
    order by entry.at, entry.id
    limit ${batch}`.execute(tx)
  return rows
}
