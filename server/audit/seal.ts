import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Job, Reader, Transaction } from '#platform'

/** Any number that nothing else in this database locks: one node seals at a time. */
const advisoryLock = 0x7365616c
const batch = 5000
const noMac = Buffer.alloc(32)

/** Seals what was written since: whoever changes an entry afterwards, or takes one out, cannot make the seals fit. */
export function createSealJob(secret: string): Job {
  return {
    name: 'audit.seal',
    schedule: '*/5 * * * *',
    timeLimitSeconds: 120,
    run: async ({ db }) => {
      while ((await sealBatch(db, secret)) === batch);
    },
  }
}

/** Seals up to `batch` unsealed entries, oldest first, and says how many. */
export function sealBatch(db: Database, secret: string): Promise<number> {
  return db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx)
    const entries = await unsealed(tx)
    if (entries.length === 0) return 0
    const last = await tx
      .selectFrom('auditSeals')
      .selectAll()
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const number = (last?.number ?? 0) + 1
    const mac = macOf(
      secret,
      last?.mac ?? noMac,
      entries.map(({ canonical }) => canonical),
    )
    const until = entries.at(-1)!.at
    await tx.insertInto('auditSeals').values({ number, entries: entries.length, mac, until }).execute()
    await tx
      .insertInto('auditSealedEntries')
      .columns(['entryId', 'seal', 'position'])
      .expression(
        sql<never>`select entry, ${number}::bigint, position
                   from unnest(${entries.map(({ id }) => id)}::uuid[]) with ordinality as given (entry, position)`,
      )
      .execute()
    return entries.length
  })
}

/**
 * Recomputes every seal, one at a time. Null when all hold, else the number of the first that does not.
 * Entries that no seal covers yet are not judged.
 */
export async function firstBrokenSeal(reader: Reader, secret: string): Promise<number | null> {
  let before: Buffer = noMac
  for (let number = 1; ; number++) {
    const seal = await reader
      .selectFrom('auditSeals')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirst()
    if (!seal) {
      const { last } = await reader
        .selectFrom('auditSeals')
        .select(({ fn }) => fn.max('number').as('last'))
        .executeTakeFirstOrThrow()
      return last === null || last < number ? null : number
    }
    const entries = await sql<{ canonical: string }>`
      select ${canonical} as canonical
      from audit_sealed_entries sealed join audit_log entry on entry.id = sealed.entry_id
      where sealed.seal = ${number} order by sealed.position`.execute(reader)
    const mac = macOf(
      secret,
      before,
      entries.rows.map((row) => row.canonical),
    )
    if (!mac.equals(seal.mac)) return number
    before = seal.mac
  }
}

/** The newest seal, for keeping outside: with it, cutting off the end of the log shows too. */
export async function sealHead(reader: Reader): Promise<{ number: number; mac: string } | null> {
  const head = await reader
    .selectFrom('auditSeals')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ? { number: head.number, mac: head.mac.toString('hex') } : null
}

/** An entry's columns as one text that does not depend on the session's settings. */
const canonical = sql<string>`jsonb_build_array(entry.id, entry.action, entry.actor_id, entry.actor_email,
  entry.target_type, entry.target_id, entry.target_label, entry.details,
  floor(extract(epoch from entry.at) * 1000)::bigint)::text`

/** No transaction stays open for an hour: an entry that much older than the newest sealed one is sealed, too. */
async function unsealed(tx: Transaction): Promise<{ id: string; at: string; canonical: string }[]> {
  const { rows } = await sql<{ id: string; at: string; canonical: string }>`
    select entry.id, entry.at, ${canonical} as canonical
    from audit_log entry
    where entry.at > coalesce(
        (select max(until) from audit_seals) - interval '1 hour', '-infinity')
      and not exists (select from audit_sealed_entries sealed where sealed.entry_id = entry.id)
    order by entry.at, entry.id
    limit ${batch}`.execute(tx)
  return rows
}

function macOf(secret: string, before: Buffer, entries: string[]): Buffer {
  const mac = createHmac('sha256', `audit seal ${secret}`).update(before)
  for (const entry of entries) mac.update(`${Buffer.byteLength(entry)}:`).update(entry)
  return mac.digest()
}
