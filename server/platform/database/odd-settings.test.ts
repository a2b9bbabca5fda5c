// Whatever a database or role is set to, statements mean the same, and find our tables.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { createPatient, createProject, getPatient, getProject, listAuditLog, searchRecords } from '#contract'
import { onPostgres, type TestApp } from '#testing'
import { openDatabase } from './database.ts'

const odd: Record<string, string> = {
  datestyle: 'SQL, DMY',
  intervalstyle: 'iso_8601',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  transform_null_equals: 'on',
  array_nulls: 'off',
  default_transaction_isolation: 'serializable',
  synchronous_commit: 'off',
  client_encoding: 'LATIN1',
  timezone: 'Asia/Kathmandu',
  gin_fuzzy_search_limit: '1',
  statement_timeout: '1h',
  search_path: 'elsewhere',
}

onPostgres('on a database with settings of its own', (app) => {
  let node: TestApp
  before(async () => {
    const admin = new pg.Client(app().databaseUrl)
    await admin.connect()
    await admin.query('create schema elsewhere; create table elsewhere.projects (id int)')
    const { database } = admin
    for (const [name, value] of Object.entries(odd))
      await admin.query(`alter database ${database} set ${name} = ${admin.escapeLiteral(value)}`)
    await admin.end()
    node = await app().startNode()
  })

  test('a node writes and shows the same as one that connected before', async () => {
    const given = { familyName: 'Nguyễn \\ O’Hara', birthDate: '1980-02-03' }
    const { id: patientId } = await node.as('member').call(createPatient, given)
    const { id: projectId } = await node.as('member').call(createProject, { name: 'C:\\new 界' })
    const shown = ({ as }: TestApp) =>
      Promise.all([
        as('owner').call(getPatient, { patientId }),
        as('owner').call(getProject, { projectId }),
        as('owner').call(listAuditLog),
        as('owner').call(searchRecords, { q: 'O’Hara' }),
      ])
    const before = await shown(app())
    assert.deepEqual(await shown(node), before)
    assert.deepEqual([before[0].familyName, before[0].birthDate], [given.familyName, given.birthDate])
    assert.equal(before[3].data.length, 1)
  })

  for (const parameters of ['', '?pgbouncer=true'])
    test(`each statement has our settings, ${parameters || 'directly'}`, async () => {
      const db = await openDatabase({ url: app().databaseUrl + parameters, dataDir: '', poolSize: 1 })
      try {
        const names = Object.keys(odd)
        const { rows } = await db.pool.query(
          'select name, current_setting(name) as value from unnest($1::text[]) name',
          [names],
        )
        const found: Record<string, string> = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
        assert.deepEqual(
          names.filter((name) => found[name] === odd[name]),
          [],
        )
        assert.match(found.search_path!, /^public\b/)
      } finally {
        await db.close()
      }
    })
})
