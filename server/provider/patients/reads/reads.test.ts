import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import * as api from '#contract'
import type { Database } from '#database'
import { createLog, newId } from '#platform'
import { addNewcomer, onEachDatabase, refusal, type TestApp, until } from '#testing'
import { records } from '../testing/records.ts'
import { createAccessLog, mostNoted } from './access-log.ts'
import { expireReads } from './expire.ts'
import { writeReads } from './write-reads.ts'

const minute = Date.parse('2026-01-31T09:30:00.000Z')
const later = (minutes: number) => minute + minutes * 60_000
const log = createLog('silent')

onEachDatabase('the access log', (app) => {
  const { add, merge, undo } = records(app)
  const admin = () => app().as('admin')
  const listReads = (patientId: string) => admin().call(api.listPatientReads, { patientId })

  /** Writes reads of a user’s session or key, each in its minute. */
  const write = (patientId: string, userId: string, minutes: number[], apiKeyId: string | null = null) =>
    writeReads(
      app().db,
      minutes.map((at) => ({ patientId, userId, apiKeyId, minute: at })),
    )

  test('shows who read a record, with which key and when, and a minute once', async () => {
    const { id: patientId } = await add({ givenName: 'Anna', familyName: 'Müller' })
    const key = await app().withKey('member')
    const from = new Date().toISOString().slice(0, 16)
    for (const reader of [key, key, app().as('member')]) await reader.call(api.getPatient, { patientId })
    const reads = await until(
      async () => (await listReads(patientId)).data,
      (reads) => new Set(reads.map(({ apiKey }) => apiKey?.id)).size === 2,
    )
    const { id, name } = await app()
      .as('member')
      .call(api.getMe)
      .then(({ user }) => user)
    for (const read of reads) {
      assert.deepEqual(read.patient, { id: patientId, name: 'Anna Müller' })
      assert.deepEqual(read.user, { id, name })
      assert.ok(read.at >= from)
      assert.match(read.at, /:00\.000Z$/)
    }
    const used = reads.find(({ apiKey }) => apiKey)?.apiKey
    assert.deepEqual([used?.id, used?.name], [key.keyId, 'A key of the member'])
    // Whoever reads the log does not read the record.
    assert.equal((await listReads(patientId)).data.length, reads.length)
  })

  test('is filtered by patient, user and time, newest first, page by page', async () => {
    const [one, other] = [await add({ givenName: 'One' }), await add({ givenName: 'Other' })]
    const [reader, another] = [await addNewcomer(app(), 'member'), await addNewcomer(app(), 'member')]
    await write(one.id, reader.id, [later(0), later(1), later(2)])
    await write(other.id, reader.id, [later(0), later(1)])
    await write(one.id, another.id, [later(1)])
    const list = async (input: api.Input<typeof api.listAccessLog>) =>
      (await admin().call(api.listAccessLog, input)).data.map(({ patient, user, at }) => [
        patient.name,
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
    assert.equal((await list({ patientId: one.id })).length, 4)
    assert.deepEqual(await list({ patientId: newId() }), [])

    for (const filter of [
      { userId },
      { patientId: one.id },
      { from, to: new Date(later(9)).toISOString() },
    ]) {
      const whole = await admin().call(api.listAccessLog, filter)
      const paged: api.PatientRead[] = []
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
      (await admin().call(api.listAccessLog, { patientId, userId })).data.map(({ patient }) => patient.name)
    const merged = await merge(source, target)
    assert.deepEqual((await readsOf(target.id)).toSorted(), ['Source', 'Source', 'Target', 'Target'])
    assert.equal((await readsOf(target.id))[0], 'Source')
    assert.deepEqual(await readsOf(source.id), ['Source', 'Source'])
    await undo(merged)
    assert.deepEqual(await readsOf(target.id), ['Target', 'Target'])
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
    assert.deepEqual((await listReads(patientId)).data, [])
    await admin().call(api.updateSecuritySettings, { accessLog: true })
    await write(patientId, userId, [later(0)])
    assert.equal((await listReads(patientId)).data.length, 1)
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
    accessLog.noteRead(actor, patientId)
    broken.fails = 'before'
    await accessLog.stop()
    broken.fails = 'after'
    await accessLog.stop()
    assert.equal(accessLog.backlog, 1)
    broken.fails = 'never'
    await accessLog.stop()
    assert.equal(accessLog.backlog, 0)
    assert.equal((await listReads(patientId)).data.length, 1)
  })

  test('memory is bounded while nothing can be written, and the log reports what is missing', async () => {
    const broken = brokenConnection(app())
    broken.fails = 'before'
    const error = mock.fn()
    const accessLog = createAccessLog(broken.db, { error, info() {} } as never)
    const patientId = (n: number) => `0199bbbb-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
    const actor = { userId: app().people.member.id, apiKey: null } as api.Actor
    for (let n = 0; n < mostNoted + 7; n++) accessLog.noteRead(actor, patientId(n))
    assert.equal(accessLog.backlog, mostNoted)
    await admin().call(api.updateSecuritySettings, { accessLog: false })
    broken.fails = 'never'
    await accessLog.stop()
    await admin().call(api.updateSecuritySettings, { accessLog: true })
    assert.equal(accessLog.backlog, 0)
    const reported = error.mock.calls.map(({ arguments: [facts] }) => facts.reads)
    assert.equal(reported.at(-1), 7)
  })

  test('entries are kept for six years, whatever is tried', async () => {
    const { id: patientId } = await add({ givenName: 'Old' })
    const { id: userId } = await addNewcomer(app(), 'member')
    const [old, recent] = [-7, -5].map((years) => {
      const at = new Date()
      at.setUTCFullYear(at.getUTCFullYear() + years)
      return Math.floor(at.getTime() / 60_000) * 60_000
    }) as [number, number]
    await write(patientId, userId, [old, recent])
    const { pool } = app().db
    for (const change of [
      'delete from patient_reads',
      'update patient_reads set user_id = gen_random_uuid()',
      'truncate patient_reads',
    ])
      await assert.rejects(pool.query(change), /patient_reads is only added to/)
    await expireReads.run({ db: app().db, log, signal: new AbortController().signal }, {})
    const left = (await listReads(patientId)).data
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
