import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import {
  type Finding,
  findEntries,
  keepSealed,
  operator,
  record,
  sealBatch,
  sealHead,
  type Verified,
  verifySeals,
} from '#audit'
import { erasedLabel } from '#contract'
import type { Reader, Transaction } from '#database'
import { createLog, newId, Secrets } from '#platform'
import { onEachDatabase, onPostgres, testSecret, testSecrets, until } from '#testing'
import { isUnsealed, sealIn } from './seal.ts'
import { tampering } from './testing/tampering.ts'

async function write(tx: Transaction, ...labels: string[]): Promise<void> {
  for (const label of labels)
    await record(tx, operator, 'user.role', { type: 'user', id: newId(), label }, { label })
}

const unverified = (last: number) =>
  `cannot be verified, like all up to seal ${last}: SECRET does not list the secret`

async function verified(reader: Reader, secrets = testSecrets): Promise<Verified & { findings: Finding[] }> {
  const findings: Finding[] = []
  const all = verifySeals(reader, secrets)
  for (;;) {
    const { done, value } = await all.next()
    if (done) return { ...value, findings }
    findings.push(value)
  }
}

onEachDatabase('seals of the audit log', (app) => {
  beforeEach(async () => {
    const { db } = app()
    for (const batch of ['early', 'late']) {
      await db.transaction((tx) => write(tx, `${batch} 1`, `${batch} 2`, `${batch} 3`))
      await sealBatch(db, testSecrets.newest)
    }
  })

  /** What is found after someone with all rights but the secret has tampered; undone afterwards. */
  const foundAfter = (...statements: string[]): Promise<string[]> =>
    tampering(app().db, async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
      const { findings } = await verified(tx)
      return findings.map(({ wrong, seal, entry, what }) => `${wrong} ${entry?.id ?? `seal ${seal}`} ${what}`)
    })

  const newest = async (label: string) => {
    const { rows } = await app().db.pool.query(
      `select id, seal, position from audit_sealed_entries join audit_log on entry_id = id
       where target_label = $1 order by seal desc limit 1`,
      [label],
    )
    return rows[0] as { id: string; seal: number; position: number }
  }

  test('hold as long as nobody tampers, and for nobody who does not know the secret', async () => {
    const { db } = app()
    await db.transaction((tx) => write(tx, 'awaits its seal'))
    const { findings, entries, waiting, seals } = await verified(db.reader)
    assert.deepEqual(findings, [])
    assert.equal(waiting.entries, 1)
    assert.ok(waiting.since)
    assert.equal(await sealBatch(db, testSecrets.newest), 1)
    assert.equal(await sealBatch(db, testSecrets.newest), 0)
    const after = await verified(db.reader)
    assert.deepEqual(after, { findings: [], seals: seals + 1, entries, waiting: { entries: 0, since: null } })
    const others = await verified(db.reader, new Secrets([`${testSecret}.`]))
    assert.deepEqual(
      others.findings.map(({ wrong, seal, what }) => [wrong, seal, what]),
      [['secret', 1, `${unverified(seals + 1)} ${testSecrets.newest.id}`]],
    )
  })

  for (const change of [
    `actor_email = 'someone.else'`,
    `details = '{}'`,
    'actor_id = gen_random_uuid()',
    `target_type = 'project'`,
    'target_id = gen_random_uuid()',
    `target_label = 'another'`,
  ]) {
    test(`tell which entry was changed: ${change}`, async () => {
      const { id } = await newest('late 2')
      assert.deepEqual(await foundAfter(`update audit_log set ${change} where id = '${id}'`), [
        `changed ${id} differs from what was sealed`,
      ])
    })
  }

  test('tell of which patient the name was changed, and hold when it is erased', async () => {
    const { db } = app()
    await db.transaction((tx) =>
      record(tx, operator, 'patient.create', { type: 'patient', id: newId(), label: 'Vera Sommer' }),
    )
    await sealBatch(db, testSecrets.newest)
    const { rows } = await db.pool.query<{ id: string; target_label: string }>(
      'select id, target_label from audit_log join audit_labels on entry_id = id where label = $1',
      ['Vera Sommer'],
    )
    const { id, target_label: hash } = rows[0]!
    assert.match(hash, /^sha256:[0-9a-f]{64}$/)
    const changed = [`changed ${id} differs from what was sealed`]
    assert.deepEqual(
      await foundAfter(`update audit_labels set label = 'Nora' where entry_id = '${id}'`),
      changed,
    )
    assert.deepEqual(
      await foundAfter(`update audit_log set target_label = 'Nora' where id = '${id}'`),
      changed,
    )
    const erase = `delete from audit_labels where entry_id = '${id}'`
    assert.deepEqual(await foundAfter(erase), [])
    const labelAfter = (statement: string) =>
      tampering(db, async (tx) => {
        await sql.raw(statement).execute(tx)
        const [entry] = await findEntries(tx, { action: 'patient.create' }, { after: undefined, limit: 1 })
        return entry?.target.label
      })
    assert.equal(await labelAfter('select'), 'Vera Sommer')
    assert.equal(await labelAfter(erase), erasedLabel)
  })

  test('tell of which entry the action or the time was changed, and what they are now', async () => {
    const { id } = await newest('late 2')
    assert.deepEqual(await foundAfter(`update audit_log set action = 'user.create' where id = '${id}'`), [
      `changed ${id} differs from what was sealed: now a user.create`,
    ])
    for (const [at, shown] of [
      ['2026-01-31 09:30+00', '2026-01-31T09:30:00.000Z'],
      ['infinity', 'Infinity'],
    ]) {
      assert.deepEqual(await foundAfter(`update audit_log set at = '${at}' where id = '${id}'`), [
        `reordered ${id} now has the time ${shown}`,
      ])
    }
  })

  test('tell which entry was removed, with or without its place, and several at once', async () => {
    const [early, late] = [await newest('early 2'), await newest('late 3')]
    const removed = ({ id }: { id: string }) => `removed ${id} is no longer in the log`
    assert.deepEqual(await foundAfter(`delete from audit_log where id = '${late.id}'`), [removed(late)])
    const ids = `('${early.id}', '${late.id}')`
    assert.deepEqual(
      await foundAfter(
        `delete from audit_sealed_entries where entry_id in ${ids}`,
        `delete from audit_log where id in ${ids}`,
        `update audit_seals set entries = entries - 1 where number in (${early.seal}, ${late.seal})`,
      ),
      [early, late].flatMap((entry) => [
        `seal seal ${entry.seal} has a different time or number of entries than when it was created`,
        removed(entry),
      ]),
    )
  })

  test('tell which entry was slipped in: into the time that is sealed, or into a seal', async () => {
    const { seal } = await newest('late 1')
    const id = '00000000-0000-7000-8000-000000000001'
    const slipIn = (
      at: string,
    ) => `insert into audit_log (id, action, actor_email, via, target_type, target_id, target_label, at)
      values ('${id}', 'user.role', 'x', 'session', 'user', gen_random_uuid(), 'slipped in', ${at})`
    const inNoSeal = [`inserted ${id} is in no seal, although everything else of its time is`]
    assert.deepEqual(await foundAfter(slipIn(`now() - interval '2 hours'`)), inNoSeal)
    for (const elsewhere of [0, 1_000_000]) {
      const place = `insert into audit_sealed_entries values ('${id}', ${elsewhere}, 99)`
      assert.deepEqual(await foundAfter(slipIn(`now() - interval '2 hours'`), place), inNoSeal)
    }
    assert.deepEqual(
      await foundAfter(slipIn('now()'), `insert into audit_sealed_entries values ('${id}', ${seal}, 99)`),
      [`inserted ${id} is in the seal, which was created without it`],
    )
    assert.deepEqual(
      await foundAfter(
        'alter table audit_sealed_entries drop constraint audit_sealed_entries_pkey',
        'alter table audit_log drop constraint audit_log_pkey',
        `insert into audit_log select * from audit_log where id = '${(await newest('early 1')).id}'`,
      ),
      [`inserted ${(await newest('early 1')).id} is in the log more than once`],
    )
  })

  test('tell which entry was slipped into a time long sealed, with the newest seal moved back while it was sealed', async () => {
    const id = '00000000-0000-7000-8000-000000000002'
    const found = await tampering(app().db, async (tx) => {
      const newest = sql`number = (select max(number) from audit_seals)`
      const { rows } = await sql<{ number: number; until: string }>`
        select number, until from audit_seals where ${newest}`.execute(tx)
      const { number, until } = rows[0]!
      await sql`update audit_seals set until = until - interval '2 years' where ${newest}`.execute(tx)
      await sql`insert into audit_log (id, action, actor_email, via, target_type, target_id, target_label, at)
        values (${id}, 'user.role', 'x', 'session', 'user', gen_random_uuid(), 'slipped in', now() - interval '1 year')`.execute(
        tx,
      )
      assert.equal(await sealIn(tx, testSecrets.newest), 1)
      await sql`update audit_seals set until = ${until} where number = ${number}`.execute(tx)
      return (await verified(tx)).findings.map(({ wrong, entry, what }) => `${wrong} ${entry?.id} ${what}`)
    })
    assert.deepEqual(found, [`inserted ${id} was sealed after everything else of its time`])
  })

  test('tell which entries have changed places, by their ids, their times, or in their seal', async () => {
    const [one, other] = [await newest('late 1'), await newest('late 3')]
    const exchanged = [
      `reordered ${one.id} now contains what was sealed as ${other.id}`,
      `reordered ${other.id} now contains what was sealed as ${one.id}`,
    ]
    const none = '00000000-0000-7000-8000-000000000000'
    const exchange = [
      [one.id, none],
      [other.id, one.id],
      [none, other.id],
    ].map(([from, to]) => `update audit_log set id = '${to}' where id = '${from}'`)
    assert.deepEqual((await foundAfter(...exchange)).sort(), exchanged.sort())
    const misplaced = ({ id, position }: typeof one) =>
      `reordered ${id} is not at its position in the seal, ${position}`
    const exchangedInSeal = await foundAfter(
      `update audit_sealed_entries set position = -position where seal = ${one.seal}`,
      `update audit_sealed_entries set position = case -position when ${one.position} then ${other.position}
         when ${other.position} then ${one.position} else -position end where seal = ${one.seal}`,
    )
    assert.deepEqual(exchangedInSeal.sort(), [misplaced(one), misplaced(other)].sort())
    const early = await newest('early 1')
    assert.deepEqual(
      await foundAfter(
        `update audit_sealed_entries set seal = ${early.seal}, position = 99 where entry_id = '${one.id}'`,
      ),
      [misplaced(one)],
    )
  })

  test('show which seal was removed, renumbered or forged, and still verify the entries', async () => {
    const { seal } = await newest('early 1')
    const last = (await sealHead(app().db.reader))!.number
    const { id } = await newest('early 2')
    assert.deepEqual(await foundAfter(`delete from audit_seals where number = ${seal}`), [
      `seal seal ${seal} is missing`,
    ])
    assert.deepEqual(
      await foundAfter(
        `delete from audit_seals where number = ${seal}`,
        `delete from audit_sealed_entries where seal = ${seal}`,
        `update audit_seals set number = ${seal} where number = ${last}`,
        `update audit_sealed_entries set seal = ${seal} where seal = ${last}`,
      ),
      [`seal seal ${seal} is missing`, `seal seal ${seal} was created as seal ${last}`],
    )
    const forged = `seal seal ${seal} was changed`
    const change = `update audit_log set target_label = 'x' where id = '${id}'`
    const changed = `changed ${id} differs from what was sealed`
    for (const forgery of [`mac = sha256('x')`, `account = replace(account, 'user.role', 'user.mock')`]) {
      const found = await foundAfter(`update audit_seals set ${forgery} where number = ${seal}`, change)
      assert.equal(found[0], forged)
      assert.ok(
        found.some((line) => line.startsWith(changed)),
        found.join('\n'),
      )
    }
    for (const account of ['{}', 'x', '{"seal":1}']) {
      const found = await foundAfter(`update audit_seals set account = '${account}' where number = ${seal}`)
      assert.equal(found[0], forged)
    }
  })

  test('show that the beginning was cut off, and with the newest seal kept outside that the end was', async () => {
    const cut = (seals: string) => [
      `create temporary table cut on commit drop as select entry_id from audit_sealed_entries where ${seals}`,
      `delete from audit_sealed_entries where ${seals}`,
      'delete from audit_log where id in (select entry_id from cut)',
      `delete from audit_seals where ${seals.replace('seal ', 'number ')}`,
    ]
    assert.deepEqual(await foundAfter(...cut('seal < 3')), ['seal seal 1 is missing, like all up to seal 2'])
    const kept = await sealHead(app().db.reader)
    const headAfter = (...statements: string[]) =>
      tampering(app().db, async (tx) => {
        for (const statement of statements) await sql.raw(statement).execute(tx)
        return [(await verified(tx)).findings, await sealHead(tx)]
      })
    const end = await headAfter(...cut('seal = (select max(number) from audit_seals)'))
    assert.deepEqual(end[0], [])
    assert.notDeepEqual(end[1], kept)
    assert.deepEqual(await headAfter(), [[], kept])
  })

  test('made with several secrets hold while all are listed, and name the one that is missing', async () => {
    const { db } = app()
    const rotated = new Secrets(['a newer secret that only this test knows', testSecret])
    const found = await tampering(db, async (tx) => {
      const last = (await sealHead(tx))!.number
      const seals = [rotated.newest, testSecrets.newest, rotated.newest]
      for (const secret of seals) {
        await write(tx, secret.id)
        await sealIn(tx, secret)
      }
      const of = async (secrets: Secrets) =>
        (await verified(tx, secrets)).findings.map(({ wrong, seal, what }) => [wrong, seal! - last, what])
      const all = await of(rotated)
      const old = await of(testSecrets)
      return { all, old }
    })
    const missing = `cannot be verified: SECRET does not list the secret ${rotated.newest.id}`
    assert.deepEqual(found, {
      all: [],
      old: [
        ['secret', 1, missing],
        ['secret', 3, missing],
      ],
    })
  })
})

onEachDatabase('the audit log of a running node', (app) => {
  test('is sealed by itself, except for what commits late, which a job seals', async () => {
    const { db } = app()
    await sealBatch(db, testSecrets.newest)
    const waiting = async () => (await verified(db.reader)).waiting.entries
    const stop = keepSealed(db, testSecrets.newest, createLog('silent'))
    await db.transaction((tx) => write(tx, 'sealed at once'))
    await until(waiting, (entries) => entries === 0)
    await sql`insert into audit_log (id, action, actor_email, via, target_type, target_id, target_label, at)
      select gen_random_uuid(), action, actor_email, via, target_type, target_id, 'late', at - interval '1 minute'
      from audit_log where target_label = 'sealed at once'`.execute(db.reader)
    await db.transaction((tx) => write(tx, 'sealed at once, too'))
    await until(waiting, (entries) => entries === 1)
    await stop()
    assert.equal(await sealBatch(db, testSecrets.newest), 1)
    const after = await verified(db.reader)
    assert.deepEqual([after.findings, after.waiting.entries], [[], 0])
  })
})

onPostgres('seals of the audit log while it is written', (app) => {
  test('cover an entry whose transaction commits after later ones were sealed', async () => {
    const { db } = app()
    const { promise: sealed, resolve } = Promise.withResolvers<void>()
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
    const slow = db.transaction(async (tx) => {
      await write(tx, 'commits late')
      wrote()
      await sealed
    })
    await written
    await db.transaction((tx) => write(tx, 'overtakes'))
    assert.equal(await sealBatch(db, testSecrets.newest), 1)
    resolve()
    await slow
    assert.equal(await sealBatch(db, testSecrets.newest), 1)
    assert.deepEqual((await verified(db.reader)).findings, [])
  })

  test('never raise a false alarm while two nodes write and seal and entries commit late', async () => {
    const nodes = [app().db, (await app().startNode()).db]
    const ends = performance.now() + 1500
    const until = async (step: (n: number) => Promise<unknown>) => {
      for (let n = 0; performance.now() < ends; n++) await step(n)
    }
    let written = 0
    const findings: Finding[] = []
    await Promise.all([
      ...[...nodes, ...nodes, ...nodes].map((db, writer) =>
        until((n) =>
          db.transaction(async (tx) => {
            await write(tx, `${writer} ${n}`)
            await sql`select pg_sleep(${((writer * 7 + n * 13) % 10) / 200})`.execute(tx)
            written++
          }),
        ),
      ),
      ...[...nodes, ...nodes].map((db) => until(() => sealBatch(db, testSecrets.newest))),
      until(async () => findings.push(...(await verified(nodes[0]!.reader)).findings)),
    ])
    assert.deepEqual(findings, [])
    await sealBatch(app().db, testSecrets.newest)
    const { waiting, entries, ...rest } = await verified(app().db.reader)
    assert.deepEqual([waiting.entries, rest.findings], [0, []])
    assert.ok(entries >= written)
  })
})

onPostgres('a long audit log', (app) => {
  test('is not read to find out that all of it is sealed', async () => {
    const { db } = app()
    await sql`insert into audit_log (id, action, actor_email, via, target_type, target_id, target_label, at)
      select gen_random_uuid(), 'user.name', 'a@aerie.test', 'session', 'user', gen_random_uuid(), 'Ada', now() - n * interval '1 minute'
      from generate_series(0, 20000) n`.execute(db.reader)
    while ((await sealBatch(db, testSecrets.newest)) > 0);
    await db.pool.query('vacuum analyze audit_log, audit_seals, audit_sealed_entries')
    const rowsRead = async (tx: Transaction): Promise<number> => {
      const { rows } = await sql<{ rows: number }>`
        select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as rows from pg_stat_xact_user_tables
        where relname in ('audit_log', 'audit_sealed_entries')`.execute(tx)
      return rows[0]!.rows
    }
    await db.transaction(async (tx) => {
      const before = await rowsRead(tx)
      assert.equal(await isUnsealed(tx), false)
      const read = (await rowsRead(tx)) - before
      assert.ok(read < 100, `${read} rows`)
    })
  })
})
