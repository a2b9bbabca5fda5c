import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Finding, verifySeals } from '#audit'
import type { Transaction } from '#database'
import { newId } from '#platform'
import { cases, onEachDatabase, testSecrets } from '#testing'
import { sealIn } from './seal.ts'
import { tampering } from './testing/tampering.ts'

interface Sealed {
  id: string
  seal: number
  position: number
}

/** What somebody does, and what of it must be named. */
interface Tampering {
  statements: string[]
  entries?: Sealed[]
  /** Entries that were in no seal. */
  added?: string[]
  /** Seals that are touched themselves: of their entries not all can be named. */
  seals?: number[]
}

const begin = Date.parse('2026-01-01T00:00:00Z')
const minuteMs = 60_000

/** What is written between two seals: the minutes before or after their time. Some were committed late. */
const logs = fc.array(fc.array(fc.integer({ min: -30, max: 50 }), { minLength: 1, maxLength: 8 }), {
  minLength: 2,
  maxLength: 6,
})

const insert = (id: string, ms: number) =>
  `insert into audit_log (id, action, actor_email, via, target_type, target_id, target_label, at)
   values ('${id}', 'user.role', 'ada@aerie.test', 'session', 'user', gen_random_uuid(), '${id}', '${new Date(begin + ms).toISOString()}')`
const place = ({ id, seal, position }: Sealed) =>
  `update audit_sealed_entries set seal = ${seal}, position = ${position} where entry_id = '${id}'`

const changes = {
  action: `'user.enable'`,
  actor_id: 'gen_random_uuid()',
  actor_email: `actor_email || '.'`,
  target_type: `'project'`,
  target_id: 'gen_random_uuid()',
  target_label: `target_label || ' '`,
  details: `details || '{"more": 1}'`,
  at: `at + interval '1 ms'`,
  id: 'gen_random_uuid()',
}

const change = (column: keyof typeof changes) => (take: () => Sealed) => {
  const entry = take()
  const statements = [`update audit_log set ${column} = ${changes[column]} where id = '${entry.id}'`]
  return { statements, entries: [entry] }
}

const exchange = (column: string) => (take: () => Sealed) => {
  const pair = [take(), take()]
  const both = pair.map(({ id }) => `'${id}'`).join(', ')
  const statement = `update audit_log set ${column} = other.${column} from audit_log other
    where audit_log.id in (${both}) and other.id in (${both}) and audit_log.id <> other.id`
  return { statements: [statement], entries: pair }
}

const touchSeal = (statement: (seal: number) => string) => (_: unknown, seals: number[]) => ({
  statements: [statement(seals[0]!)],
  seals: [seals[0]!],
})

const ways: Record<string, (take: () => Sealed, seals: number[]) => Tampering> = {
  ...Object.fromEntries(
    Object.keys(changes).map((column) => [`change ${column}`, change(column as keyof typeof changes)]),
  ),
  'exchange times': exchange('at'),
  'exchange labels': exchange('target_label'),
  'exchange ids': (take) => {
    const [one, other] = [take(), take()]
    const move = (from: string, to: string) => `update audit_log set id = '${to}' where id = '${from}'`
    const none = newId()
    return {
      statements: [move(one.id, none), move(other.id, one.id), move(none, other.id)],
      entries: [one, other],
    }
  },
  'exchange places': (take) => {
    const [one, other] = [take(), take()]
    return {
      statements: [
        place({ ...one, position: -1 }),
        place({ ...one, id: other.id }),
        place({ ...other, id: one.id }),
      ],
      entries: [one, other],
    }
  },
  'move to another seal': (take, [seal = 1]) => {
    const entry = take()
    return {
      statements: [place({ ...entry, seal, position: 1000 + entry.position + entry.seal * 10 })],
      entries: [entry],
    }
  },
  remove: (take) => {
    const entry = take()
    return { statements: [`delete from audit_log where id = '${entry.id}'`], entries: [entry] }
  },
  'remove with its place': (take) => {
    const entry = take()
    const { id } = entry
    return {
      statements: [
        `delete from audit_sealed_entries where entry_id = '${id}'`,
        `delete from audit_log where id = '${id}'`,
      ],
      entries: [entry],
    }
  },
  insert: () => {
    const id = newId()
    return { statements: [insert(id, -120 * minuteMs)], added: [id] }
  },
  'insert into a seal': (take) => {
    const id = newId()
    const { seal, position } = take()
    const into = `insert into audit_sealed_entries values ('${id}', ${seal}, ${500 + position})`
    return { statements: [insert(id, 0), into], added: [id] }
  },
  'remove a seal': touchSeal((seal) => `delete from audit_seals where number = ${seal}`),
  'forge a seal': touchSeal((seal) => `update audit_seals set mac = sha256(mac) where number = ${seal}`),
  'rewrite a seal': touchSeal(
    (seal) => `update audit_seals set account = replace(account, 'user', 'uses') where number = ${seal}`,
  ),
  'change a seal’s time': touchSeal(
    (seal) => `update audit_seals set until = until + interval '1 ms' where number = ${seal}`,
  ),
}

/** Empties the log and writes another one, sealed as it grows. */
async function writeLog(tx: Transaction, batches: number[][]): Promise<Sealed[]> {
  for (const table of ['audit_sealed_entries', 'audit_seals', 'audit_log'])
    await sql.raw(`delete from ${table}`).execute(tx)
  for (const [batch, minutes] of batches.entries()) {
    for (const [n, minute] of minutes.entries())
      await sql.raw(insert(newId(), (batch * 120 + minute) * minuteMs + n)).execute(tx)
    assert.equal(await sealIn(tx, testSecrets.newest), minutes.length)
  }
  const { rows } = await sql<Sealed>`
    select entry_id as id, seal, position from audit_sealed_entries order by seal, position`.execute(tx)
  return rows
}

async function findingsIn(tx: Transaction): Promise<Finding[]> {
  return Array.fromAsync(verifySeals(tx, testSecrets))
}

/** The seals that a finding is about; those that are missing in a row have one together. */
function sealsOf({ wrong, seal, what }: Finding): number[] {
  if (wrong !== 'seal' || seal === null) return []
  const last = Number(what.match(/like all up to seal (\d+)/)?.[1] ?? seal)
  return Array.from({ length: last - seal + 1 }, (_, n) => seal + n)
}

onEachDatabase('any log', (app) => {
  test('that was tampered with in any ways is found out: each entry and seal is named, and no other', async () => {
    const acts = fc.array(fc.tuple(fc.constantFrom(...Object.keys(ways)), fc.nat(), fc.nat()), {
      minLength: 1,
      maxLength: 4,
    })
    const property = fc.asyncProperty(logs, acts, async (batches, acts) =>
      tampering(app().db, async (tx) => {
        const entries = await writeLog(tx, batches)
        assert.deepEqual(await findingsIn(tx), [])
        // Each entry is tampered with once; the newest seal is not: without a head kept outside, nothing shows that it is gone.
        const free = { entries: [...entries], seals: batches.slice(1).map((_, index) => index + 1) }
        const done: Required<Tampering>[] = []
        for (const [way, which, seal] of acts) {
          if (free.entries.length < 2 || free.seals.length === 0) break
          const take = () => free.entries.splice(which % free.entries.length, 1)[0]!
          free.seals.push(...free.seals.splice(0, seal % free.seals.length))
          const act = { entries: [], added: [], seals: [], ...ways[way]!(take, free.seals) }
          free.seals = free.seals.filter((number) => !act.seals.includes(number))
          for (const statement of act.statements) await sql.raw(statement).execute(tx)
          done.push(act)
        }

        const findings = await findingsIn(tx)
        const named = new Set(findings.flatMap(({ entry }) => entry?.id ?? []))
        const namedSeals = new Set(findings.flatMap(sealsOf))
        const seals = done.flatMap((act) => act.seals)
        const touched = done.flatMap((act) => act.entries)
        const told = JSON.stringify(findings, null, 1)
        assert.deepEqual([...namedSeals].sort(), seals.sort(), told)
        for (const { id, seal } of touched)
          if (!seals.includes(seal)) assert.ok(named.has(id), `${id} is not named in ${told}`)
        const known = new Set(entries.filter(({ seal }) => !seals.includes(seal)).map(({ id }) => id))
        for (const { id } of touched) known.delete(id)
        for (const id of named) assert.ok(!known.has(id), `${id} was left alone: ${told}`)
        if (seals.length === 0)
          for (const id of done.flatMap(({ added }) => added))
            assert.ok(named.has(id), `${id} is not named in ${told}`)
      }),
    )
    await fc.assert(property, { numRuns: cases(60) })
  })
})
