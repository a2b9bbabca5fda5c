import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import * as api from '#contract'
import type { Database } from '#database'
import { createLog, newId } from '#platform'
import { addNewcomer, onDatabase, refusal, type TestApp, until } from '#testing'
import { records } from '../testing/records.ts'
import { createAccessLog, mostNoted } from './access-log.ts'
import { expireReads } from './expire.ts'
import { type Read, writeReads } from './write-reads.ts'

const minute = Date.parse('2026-01-31T09:30:00.000Z')
const later = (minutes: number) => minute + minutes * 60_000
const log = createLog('silent')

onDatabase('the access log', (app) => {
  const { add, merge, undo } = records(app)
  const admin = () => app().as('admin')
  const listReads = (patientId: string) => admin().call(api.listPatientReads, { patientId })

  const call = (userId: string, at: number, shown: Pick<Read, 'patientIds'> & Partial<Read>): Read => ({
    id: newId(),
    at,
    userId,
    apiKeyId: null,
    address: '192.0.2.7',
    operation: 'patients.get',
    count: shown.patientIds.length,
    named: null,
    ...shown,
  })
  /** Writes reads of a patient by a user’s session. */
  const write = (patientId: string, userId: string, times: number[]) =>
    writeReads(
      app().db,
      times.map((at) => call(userId, at, { patientIds: [patientId] })),
    )

  test('shows every call that showed a record: who, when, from where and with which key', async () => {
    const { id: patientId } = await add({ givenName: 'Anna', familyName: 'Müller' })
    const key = await app().withKey('member')
    const from = new Date().toISOString()
    for (const reader of [key, key, app().as('member')]) await reader.call(api.getPatient, { patientId })
    const reads = await until(
      async () => (await listReads(patientId)).data.filter(({ operation }) => operation === 'patients.get'),
      ({ length }) => length === 3,
    )
    const { id, name } = await app()
      .as('member')
      .call(api.getMe)
      .then(({ user }) => user)
    for (const { id: _, at, apiKey, apiKeyId, ...read } of reads) {
      assert.deepEqual(read, {
        userId: id,
        user: { id, name },
        address: '127.0.0.1',
        operation: 'patients.get',
        patientIds: [patientId],
        patients: [{ id: patientId, name: 'Anna Müller' }],
        count: 1,
      })
      assert.ok(at >= from)
      assert.equal(apiKey?.id ?? null, apiKeyId)
    }
    assert.deepEqual(
      reads.map(({ apiKeyId }) => apiKeyId).toSorted(),
      [null, key.keyId, key.keyId].toSorted(),
    )
    // Reading the log is not recorded in it.
    const operations = (await listReads(patientId)).data.map(({ operation }) => operation)
    assert.deepEqual(new Set(operations), new Set(['patients.create', 'patients.get']))
  })

  test('is exported with the filter of its list, however long it is', async () => {
    const { id: patientId } = await add({ givenName: 'Often seen' })
    const userId = app().people.member.id
    await write(
      patientId,
      userId,
      Array.from({ length: 1001 }, (_, n) => later(n)),
    )
    const filter = { patientId, userId, to: '2026-03-01T00:00:00Z' }
    const linesOf = async (format: 'csv' | 'jsonl') => {
      const answer = await admin().call(api.exportAccessLog, { ...filter, format })
      return (await answer.text()).trimEnd().split(/\r?\n/)
    }
    const entries = (await linesOf('jsonl')).map((line) => JSON.parse(line) as api.AccessLogEntry)
    const { data } = await admin().call(api.listAccessLog, { ...filter, limit: 200 })
    assert.deepEqual(entries.slice(0, 200), data)
    assert.deepEqual(
      entries.map(({ at }) => Date.parse(at)),
      Array.from({ length: 1001 }, (_, n) => later(1000 - n)),
    )
    const [head, first, ...others] = await linesOf('csv')
    assert.equal(head, 'at,user,key,address,operation,count,patient ids')
    assert.equal(
      first,
      `${new Date(later(1000)).toISOString()},The member,,192.0.2.7,patients.get,1,${patientId}`,
    )
    assert.equal(others.length, 1000)
    const member = app().as('member')
    await refusal(member.call(api.exportAccessLog), 'forbidden')
  })

  test('is filtered by patient, user and time, newest first, page by page', async () => {
    const [one, other] = [await add({ givenName: 'One' }), await add({ givenName: 'Other' })]
    const [reader, another] = [await addNewcomer(app(), 'member'), await addNewcomer(app(), 'member')]
    await write(one.id, reader.id, [later(0), later(1), later(2)])
    await write(other.id, reader.id, [later(0), later(1)])
    await write(one.id, another.id, [later(1)])
    const list = async (input: api.Input<typeof api.listAccessLog>) =>
      (await admin().call(api.listAccessLog, input)).data.map(({ patients, user, at }) => [
        patients[0]?.name,
        user.id === reader.id ? 'reader' : 'another',
        (Date.parse(at) - minute) / 60_000,
      ])
    const userId = reader.id
    assert.deepEqual(await list({ userId, patientId: one.id }), [
      ['One', 'reader', 2],
      ['One', 'reader', 1],
      ['One', 'reader', 0],
    ])
    const [from, to] = [1, 2].map((minutes) => new Date(later(minutes)).toISOString()) as [string, string]
    assert.deepEqual((await list({ userId, from, to })).toSorted(), [
      ['One', 'reader', 1],
      ['Other', 'reader', 1],
    ])
    assert.equal((await list({ patientId: one.id, to: new Date(later(9)).toISOString() })).length, 4)
    assert.deepEqual(await list({ patientId: newId() }), [])

    for (const filter of [
      { userId },
      { patientId: one.id, to: new Date(later(9)).toISOString() },
      { from, to: new Date(later(9)).toISOString() },
    ]) {
      const whole = await admin().call(api.listAccessLog, filter)
      const paged: api.AccessLogEntry[] = []
      let cursor: string | null | undefined
      do {
        const input = { ...filter, limit: 1, ...(cursor && { cursor }) }
        const page = await admin().call(api.listAccessLog, input)
        paged.push(...page.data)
        cursor = page.nextCursor
      } while (cursor)
      assert.deepEqual(paged, whole.data)
    }
    const wrong = await refusal(admin().call(api.listAccessLog, { cursor: 'x' }), 'validation_failed')
    assert.deepEqual(
      wrong.errors?.map(({ path }) => path),
      ['cursor'],
    )
  })

  test('reads of a merged record are listed with the survivor, and an undo returns them', async () => {
    const [source, target] = [await add({ givenName: 'Source' }), await add({ givenName: 'Target' })]
    const { id: userId } = await addNewcomer(app(), 'member')
    await write(source.id, userId, [later(0), later(2)])
    await write(target.id, userId, [later(0), later(1)])
    const readsOf = async (patientId: string) =>
      (await admin().call(api.listAccessLog, { patientId, userId })).data.map(
        ({ patients }) => patients[0]?.name,
      )
    const merged = await merge(source, target)
    assert.deepEqual((await readsOf(target.id)).toSorted(), ['Source', 'Source', 'Target', 'Target'])
    assert.equal((await readsOf(target.id))[0], 'Source')
    assert.deepEqual(await readsOf(source.id), ['Source', 'Source'])
    await undo(merged)
    assert.deepEqual(await readsOf(target.id), ['Target', 'Target'])
  })

  test('lists and exports count for everyone whom they showed, but not before their records existed', async () => {
    const [vera, other] = [await add({ givenName: 'Vera' }), await add({ givenName: 'Other' })]
    const { id: userId } = await addNewcomer(app(), 'member')
    const created = Date.parse(vera.createdAt)
    const list = { operation: 'patients.list', patientIds: [other.id, vera.id], count: 2 }
    const everyone = { operation: 'exports.get', patientIds: 'all', count: 120_000 } as const
    await writeReads(app().db, [
      call(userId, created - 60_000, everyone),
      call(userId, created + 1000, list),
      call(userId, created + 2000, everyone),
      call(userId, created + 3000, { patientIds: [other.id] }),
    ])
    const readsOf = async (patientId: string) =>
      (await admin().call(api.listAccessLog, { patientId, userId })).data.map(
        ({ operation, patientIds, patients, count }) => [
          operation,
          patientIds,
          patients.map(({ name }) => name),
          count,
        ],
      )
    assert.deepEqual(await readsOf(vera.id), [
      ['exports.get', 'all', [], 120_000],
      ['patients.list', [other.id, vera.id], ['Vera', 'Other'], 2],
    ])
    // A record that was merged into another one existed before.
    const older = await add({ givenName: 'Older' })
    const text = 'update patients set created_at = $1 where id = $2'
    await app().db.pool.query(text, [new Date(created - 120_000), older.id])
    await merge(older, vera)
    assert.equal((await readsOf(vera.id)).length, 3)
  })

  test('a patient who was shown long ago is found among many newer calls, page by page', async () => {
    const { id: patientId } = await add({ givenName: 'Long ago' })
    const { id: userId } = await addNewcomer(app(), 'member')
    await write(patientId, userId, [later(-3), later(-2), later(-1)])
    const newer = Array.from({ length: 5100 }, (_, n) => call(userId, later(n), { patientIds: [newId()] }))
    await writeReads(app().db, newer)
    const times: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await admin().call(api.listAccessLog, {
        patientId,
        userId,
        limit: 2,
        ...(cursor && { cursor }),
      })
      times.push(...page.data.map(({ at }) => Date.parse(at)))
      cursor = page.nextCursor
    }
    assert.deepEqual(times, [later(-1), later(-2), later(-3)])
  })

  test('is for the owner and admins, and of existing records', async () => {
    const { id: patientId } = await add({ givenName: 'Kept' })
    await refusal(app().as('member').call(api.listPatientReads, { patientId }), 'forbidden')
    await refusal(app().as('member').call(api.listAccessLog), 'forbidden')
    await refusal(listReads(newId()), 'patient_not_found')
  })

  test('records nothing while it is turned off, which the audit log shows', async () => {
    const { id: patientId } = await add({ givenName: 'Unseen' })
    const { id: userId } = await addNewcomer(app(), 'member')
    await admin().call(api.updateSecuritySettings, { accessLog: false })
    await write(patientId, userId, [later(0)])
    const written = async () => (await admin().call(api.listAccessLog, { patientId, userId })).data.length
    assert.equal(await written(), 0)
    await admin().call(api.updateSecuritySettings, { accessLog: true })
    await write(patientId, userId, [later(0)])
    assert.equal(await written(), 1)
    const { data } = await admin().call(api.listAuditLog, { action: 'settings.change', limit: 2 })
    assert.deepEqual(
      data.map(({ details }) => details),
      [{ accessLog: true }, { accessLog: false }],
    )
  })

  test('a batch that is written twice, or fails at first, is stored once', async () => {
    const { id: patientId } = await add({ givenName: 'Once' })
    const actor = { userId: app().people.member.id, apiKey: null } as api.Actor
    const broken = brokenConnection(app())
    const accessLog = createAccessLog(broken.db, log)
    accessLog.noteRead(actor, api.recallLot, { patientIds: [patientId], count: 1, named: null })
    broken.fails = 'before'
    await accessLog.stop()
    broken.fails = 'after'
    await accessLog.stop()
    assert.equal(accessLog.backlog, 1)
    broken.fails = 'never'
    await accessLog.stop()
    assert.equal(accessLog.backlog, 0)
    const recalls = (await listReads(patientId)).data.filter(
      ({ operation }) => operation === api.recallLot.id,
    )
    assert.equal(recalls.length, 1)
  })

  test('memory is bounded while nothing can be written, and the log reports what is missing', async () => {
    const broken = brokenConnection(app())
    broken.fails = 'before'
    const error = mock.fn()
    const accessLog = createAccessLog(broken.db, { error, info() {} } as never)
    const page = Array.from({ length: 199 }, newId)
    const shown = { patientIds: page, count: page.length, named: null }
    const actor = { userId: app().people.member.id, apiKey: null } as api.Actor
    const most = mostNoted / 200
    for (let n = 0; n < most + 7; n++) accessLog.noteRead(actor, api.listPatients, shown)
    assert.equal(accessLog.backlog, most)
    await admin().call(api.updateSecuritySettings, { accessLog: false })
    broken.fails = 'never'
    await accessLog.stop()
    await admin().call(api.updateSecuritySettings, { accessLog: true })
    assert.equal(accessLog.backlog, 0)
    const reported = error.mock.calls.map(({ arguments: [facts] }) => facts.calls)
    assert.equal(reported.at(-1), 7)
  })

  test('entries are kept for six years, whatever is tried', async () => {
    const { id: patientId } = await add({ givenName: 'Old' })
    const { id: userId } = await addNewcomer(app(), 'member')
    const [old, recent] = [-7, -5].map((years) => {
      const at = new Date()
      at.setUTCFullYear(at.getUTCFullYear() + years)
      return at.getTime()
    }) as [number, number]
    await write(patientId, userId, [old, recent])
    const { pool } = app().db
    for (const change of [
      'delete from access_log',
      'update access_log set user_id = gen_random_uuid()',
      'truncate access_log',
    ])
      await assert.rejects(pool.query(change), /access_log is only added to/)
    await expireReads.run({ db: app().db, log, signal: new AbortController().signal }, {})
    const left = (await admin().call(api.listAccessLog, { patientId, userId })).data
    assert.deepEqual(
      left.map(({ at }) => Date.parse(at)),
      [recent],
    )
  })
})

/** A database of which every write fails, either before or after it is done. */
function brokenConnection({ db }: TestApp) {
  const connection = { fails: 'never' as 'never' | 'before' | 'after', db }
  const query = async (given: object) => {
    if (connection.fails === 'before') throw new Error('The database is away')
    const result = await (db.pool.query as (given: object) => Promise<unknown>).call(db.pool, given)
    if (connection.fails === 'after') throw new Error('Connection terminated unexpectedly')
    return result
  }
  connection.db = { pool: { query } } as unknown as Database
  return connection
}
