import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  type AuditEntry,
  createProject,
  deleteProject,
  exportAuditLog,
  listAuditLog,
  updateSettings,
  updateUser,
} from '#contract'
import { inBrowser, onEachDatabase, refusal } from '#testing'

onEachDatabase('the audit log', (app) => {
  const admin = () => app().as('admin')
  const everything = async (filter = {}) => {
    const entries: AuditEntry[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof next>> = await next(cursor)
      entries.push(...page.data)
      cursor = page.nextCursor
    } while (cursor)
    return entries

    function next(cursor: string | null) {
      return admin().call(listAuditLog, { ...filter, limit: 2, ...(cursor && { cursor }) })
    }
  }

  test('shows what was administered, newest first, on pages that neither skip nor repeat', async () => {
    for (const organisationName of ['A', 'B', 'C', 'D', 'E'])
      await admin().call(updateSettings, { organisationName })
    const entries = await everything({ action: 'settings.change' })
    assert.deepEqual(
      entries.map(({ details }) => details.organisationName),
      ['E', 'D', 'C', 'B', 'A'],
    )
    assert.deepEqual(entries[0]?.actor, inBrowser(app().people.admin))
  })

  test('is filtered by what was done, by part of who did it, and by when', async () => {
    const owner = app().as('owner')
    const userId = app().people.member.id
    await owner.call(updateUser, { userId, disabled: true })
    await owner.call(updateUser, { userId, disabled: false })
    const actions = async (filter: object) => (await everything(filter)).map(({ action }) => action)
    assert.deepEqual(await actions({ actor: 'OWNER@' }), ['user.enable', 'user.disable'])
    assert.deepEqual(await actions({ actor: 'owner', action: 'user.disable' }), ['user.disable'])
    assert.deepEqual(await actions({ actor: '%' }), [])

    const [newest, before] = await everything({})
    assert.deepEqual(await actions({ actor: 'owner', from: newest!.at, to: '2999-01-01T00:00:00+02:00' }), [
      'user.enable',
      ...(before!.at === newest!.at ? ['user.disable'] : []),
    ])
    assert.deepEqual(await actions({ actor: 'owner', to: before!.at }), [])
  })

  test('a time in a year that the database does not have is refused, wherever its offset puts it', async () => {
    for (const from of [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
      'now',
    ]) {
      const { errors } = await refusal(admin().call(listAuditLog, { from }), 'validation_failed')
      assert.deepEqual(
        errors?.map(({ path }) => path),
        ['from'],
      )
    }
  })

  test('a time may have any offset and any fraction', async () => {
    for (const to of ['2999-01-31T09:30:00+23:59', `2999-01-31T09:30:00.${'1'.repeat(200)}Z`]) {
      assert.ok((await admin().call(listAuditLog, { to })).data.length > 0)
      const answer = await app().as('admin').call(exportAuditLog, { to })
      assert.ok((await answer.text()).length > 0)
    }
  })

  test('cannot be changed by the application itself, whatever the statement', async () => {
    const { rows: before } = await app().db.pool.query('select * from audit_log order by id')
    for (const table of ['audit_log', 'audit_seals', 'audit_sealed_entries']) {
      const column = { audit_log: 'action', audit_seals: 'entries', audit_sealed_entries: 'position' }[table]
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `delete from ${table} where false`,
        `truncate ${table} cascade`,
      ]) {
        await assert.rejects(app().db.pool.query(statement), { code: '23001' }, statement)
      }
    }
    assert.deepEqual((await app().db.pool.query('select * from audit_log order by id')).rows, before)
  })

  test('is exported as CSV that a spreadsheet reads as text, and as one object a line', async () => {
    const names = ['=HYPERLINK("https://elsewhere.test")', '+1', '-1', '@x', 'a "quoted", name', 'plain']
    for (const name of names) {
      const { id: projectId } = await admin().call(createProject, { name })
      await admin().call(deleteProject, { projectId })
    }
    const filter = { action: 'project.delete' } as const
    const csv = await admin().call(exportAuditLog, { ...filter, format: 'csv' })
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="audit-log.csv"')
    const lines = (await csv.text()).split('\r\n')
    assert.equal(lines.shift(), 'at,action,actor,via,key,address,target,label,details')
    assert.equal(lines.pop(), '')
    const labels = lines.map(
      (line) =>
        /^[^,]+,project\.delete,admin@aerie\.test,session,,127\.0\.0\.1,project [^,]+,(.*),\{\}$/.exec(
          line,
        )?.[1],
    )
    assert.deepEqual(labels.reverse(), [
      `"'=HYPERLINK(""https://elsewhere.test"")"`,
      `'+1`,
      `'-1`,
      `'@x`,
      '"a ""quoted"", name"',
      'plain',
    ])

    const jsonl = await admin().call(exportAuditLog, { ...filter, format: 'jsonl' })
    const entries = (await jsonl.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(entries, await everything(filter))
  })

  test('is exported whole and as a stream, however long it is', async () => {
    await sql`insert into audit_log (id, action, actor_email, via, target_type, target_id, target_label)
      select gen_random_uuid(), 'user.role', 'many@aerie.test', 'session', 'user', gen_random_uuid(), n::text
      from generate_series(1, 2500) n`.execute(app().db.reader)
    const answer = await admin().call(exportAuditLog, { format: 'jsonl', actor: 'many@' })
    assert.equal(answer.headers.get('content-length'), null)
    const labels = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => Number(JSON.parse(line).target.label))
    assert.deepEqual(
      labels.sort((a, b) => a - b),
      Array.from({ length: 2500 }, (_, n) => n + 1),
    )
  })
})
