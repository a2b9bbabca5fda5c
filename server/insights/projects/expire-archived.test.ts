import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  applied,
  createProject,
  createUser,
  getProject,
  getSettings,
  listAuditLog,
  updateProject,
  updateSettings,
  updateUser,
} from '#contract'
import { createLog, type Jobs } from '#platform'
import {
  addNewcomer,
  filesIn,
  meeting,
  onDatabase,
  onEachDatabase,
  onPostgres,
  onServer,
  refusal,
  type TestApp,
  testOrigin,
  testSecrets,
  until,
  untilDayIsLong,
} from '#testing'
import { type MailServer, startMailServer } from '../../mail/testing/mail-server.ts'
import { archivedProjectsEmail } from './archived-email.ts'
import { createExpireArchived } from './expire-archived.ts'
import { createRemoveProject } from './remove.ts'

let mail: MailServer
before(async () => {
  mail = await startMailServer()
  await untilDayIsLong()
})
after(() => mail.stop())

const aboutProjects = /^(An archived project|Archived projects) will be deleted soon$/

/** Four years, after which every date occurs again. */
const months = 48

const setMonths = (app: TestApp, archivedProjectsMonths: number | null) =>
  app.as('owner').call(updateSettings, { retention: { archivedProjectsMonths } })

const query = ({ db }: TestApp, text: string, values: unknown[] = []) => db.pool.query(text, values)

const inDays = async (app: TestApp, days: number) =>
  (await query(app, `select (now() at time zone 'UTC')::date + $1::integer as day`, [days])).rows[0]
    .day as string

/** Creates an archived project that is due in so many days. */
async function archive(app: TestApp, name: string, dueInDays: number): Promise<string> {
  const { id } = await app.as('member').call(createProject, { name })
  await app.as('member').call(updateProject, { projectId: id, archived: true })
  await query(
    app,
    `update projects set archived_at = date_trunc('day', now()) + make_interval(days => $2, months => $3, hours => 12) where id = $1`,
    [id, dueInDays, -months],
  )
  return id
}

const deletedOn = async (app: TestApp, projectId: string) =>
  (await app.as('owner').call(getProject, { projectId })).deletedOn

/** Days pass for a project. */
const pass = (app: TestApp, id: string, days: number) =>
  query(
    app,
    `update projects set archived_at = archived_at - make_interval(days => $2),
      deletion_announced_at = deletion_announced_at - make_interval(days => $2) where id = $1`,
    [id, days],
  )

/** Begins the daily job and waits for its end, and for that of the emails. */
async function run(app: TestApp): Promise<void> {
  await query(app, `insert into pgboss.job (name) values ('projects.expire_archived')`)
  const open = `select from pgboss.job where name in ('projects.expire_archived', 'mail.send') and state < 'completed'`
  await until(
    async () => (await query(app, open)).rows.length,
    (count) => count === 0,
  )
}

/** Returns the emails to an address that link to a project. */
const emailsAbout = (id: string, address: string) =>
  mail.emailsTo(address, aboutProjects).filter(({ text }) => text?.includes(id))

onEachDatabase(
  'an archived project',
  (app) => {
    test('is announced 14 days before it is deleted, and then deleted on that day', async () => {
      await setMonths(app(), months)
      const { owner } = app().people
      const id = await archive(app(), 'Parcels of old', 15)
      await run(app())
      assert.equal(await deletedOn(app(), id), null)
      assert.equal(emailsAbout(id, owner.email).length, 0)

      await pass(app(), id, 1)
      await run(app())
      const day = await inDays(app(), 14)
      assert.equal(await deletedOn(app(), id), day)
      const [{ subject, text = '' } = {}] = emailsAbout(id, owner.email)
      assert.equal(subject, 'An archived project will be deleted soon')
      const written = new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
      assert.ok(text.includes(`Parcels of old, on ${written}:\n${testOrigin}/projects/${id}\n`), text)

      await pass(app(), id, 13)
      await run(app())
      assert.equal(await deletedOn(app(), id), await inDays(app(), 1))
      assert.equal(emailsAbout(id, owner.email).length, 1)

      await pass(app(), id, 1)
      await run(app())
      await refusal(app().as('owner').call(getProject, { projectId: id }), 'project_not_found')
      const { data } = await app().as('owner').call(listAuditLog, { action: 'project.delete', limit: 1 })
      const { actor, target, details } = data[0]!
      assert.deepEqual([actor, target.id, target.label], [onServer, id, 'Parcels of old'])
      assert.deepEqual(details, { reason: 'archived for 48 months' })
      await until(
        async () => (await query(app(), 'select from projects where id = $1', [id])).rows.length,
        (left) => left === 0,
      )
      assert.equal(emailsAbout(id, owner.email).length, 1)
    })

    test('that is restored, or archived again, is announced anew', async () => {
      const job = jobOf(app())
      await setMonths(app(), months)
      const member = app().as('member')
      const projectId = await archive(app(), 'Restored', 0)
      await job.run()
      await pass(app(), projectId, 20)
      const restored = applied(await member.call(updateProject, { projectId, archived: false }))
      assert.equal(restored.deletedOn, null)
      await job.run()
      const again = applied(await member.call(updateProject, { projectId, archived: true }))
      assert.equal(again.deletedOn, null)
      await pass(app(), projectId, 366 * 5)
      await job.run()
      assert.equal(await deletedOn(app(), projectId), await inDays(app(), 14))
    })

    test('that a shorter time makes overdue is first announced, and has 14 days', async () => {
      const job = jobOf(app())
      await setMonths(app(), months)
      const id = await archive(app(), 'Overdue', 300)
      await job.run()
      await setMonths(app(), 1)
      await job.run()
      await job.run()
      assert.equal(await deletedOn(app(), id), await inDays(app(), 14))
      await pass(app(), id, 13)
      await job.run()
      assert.equal(await deletedOn(app(), id), await inDays(app(), 1))
      await pass(app(), id, 1)
      await job.run()
      await refusal(app().as('owner').call(getProject, { projectId: id }), 'project_not_found')
      assert.equal(job.emailsAbout(id, app().people.owner.id), 1)
    })

    test('has 14 days again after the deletion was turned off, or moved away', async () => {
      const job = jobOf(app())
      for (const other of [null, 120]) {
        await setMonths(app(), months)
        const id = await archive(app(), `Kept ${other}`, 0)
        await job.run()
        await pass(app(), id, 20)
        await setMonths(app(), other)
        assert.equal(await deletedOn(app(), id), null)
        await job.run()
        await setMonths(app(), months)
        await job.run()
        assert.equal(await deletedOn(app(), id), await inDays(app(), 14))
        assert.equal(job.emailsAbout(id, app().people.owner.id), 2)
      }
    })

    test('keeps its day if a longer time is over, too, or another setting changes', async () => {
      const job = jobOf(app())
      await setMonths(app(), months)
      const id = await archive(app(), 'Long overdue', -100)
      await job.run()
      await pass(app(), id, 4)
      await setMonths(app(), months + 1)
      await app()
        .as('owner')
        .call(updateSettings, { retention: { invoicesYears: 11 } })
      await job.run()
      assert.equal(await deletedOn(app(), id), await inDays(app(), 10))
    })

    test('is due after calendar months, in the time zone of the organisation', async () => {
      const due = async (archivedAt: string) =>
        (await query(app(), 'select deletion_due($1) as due', [archivedAt])).rows[0].due as string | null
      await setMonths(app(), 6)
      assert.equal(await due('2027-08-31T12:00:00Z'), '2028-02-29')
      assert.equal(await due('2026-12-31T23:30:00Z'), '2027-06-30')
      await query(app(), `update settings set time_zone = 'Pacific/Auckland'`)
      assert.equal(await due('2026-12-31T23:30:00Z'), '2027-07-01')
      await query(app(), `update settings set time_zone = 'UTC'`)
      await setMonths(app(), null)
      assert.equal(await due('2026-12-31T23:30:00Z'), null)
    })

    test('is kept by default, and each retention is set without the other', async () => {
      const owner = app().as('owner')
      await owner.call(updateSettings, { retention: { invoicesYears: 7, archivedProjectsMonths: 3 } })
      await owner.call(updateSettings, { retention: { archivedProjectsMonths: null } })
      const { retention } = await app().as('member').call(getSettings)
      assert.deepEqual(retention, { invoicesYears: 7, archivedProjectsMonths: null })
    })
  },
  async () => ({ ...mail.settings }),
)

onDatabase(
  'the email about archived projects',
  (app) => {
    test('reaches the owner, the admins and the editors whom a project names, once for all its projects', async () => {
      await setMonths(app(), months)
      const { owner, admin, member } = app().people
      const [editor, viewer, outside, disabled] = await Promise.all(
        ['member', 'member', 'member', 'admin'].map((role) => addNewcomer(app(), role as 'member')),
      )
      const asOwner = app().as('owner')
      await asOwner.call(updateUser, { userId: outside!.id, access: { insights: 'view' } })
      await asOwner.call(updateUser, { userId: disabled!.id, disabled: true })
      const service = await asOwner.call(createUser, { kind: 'service', name: 'Nightly', role: 'admin' })
      const ids = [await archive(app(), 'Spring', 14), await archive(app(), 'Autumn', 10)]
      const members = [
        { userId: editor!.id, level: 'edit' as const },
        { userId: viewer!.id, level: 'view' as const },
        { userId: outside!.id, level: 'edit' as const },
      ]
      await asOwner.call(updateProject, { projectId: ids[0]!, access: { members } })
      await run(app())
      for (const { email } of [owner, admin]) {
        const [one, ...others] = emailsAbout(ids[0]!, email)
        assert.match(one?.text ?? '', /Autumn, on .*Spring, on /s)
        assert.deepEqual([one?.subject, others], ['Archived projects will be deleted soon', []])
      }
      const [one, ...more] = emailsAbout(ids[0]!, editor!.email)
      assert.match(one?.text ?? '', /Spring, on (?!.*Autumn)/s)
      assert.deepEqual(more, [])
      const others = [member, viewer!, outside!, disabled!, service].map(({ id }) => id)
      const { rows } = await query(app(), 'select email from users where id = any ($1)', [others])
      assert.equal(rows.length, 5)
      for (const { email } of rows) assert.equal(emailsAbout(ids[0]!, email).length, 0, email)
    })

    test('leaves out what was restored or kept before it was written', async () => {
      await setMonths(app(), months)
      const projectIds = [await archive(app(), 'Kept', 0), await archive(app(), 'Going', 0)]
      await run(app())
      const context = {
        reader: app().db.reader,
        organisation: 'Aerie',
        timeZone: 'UTC',
        baseUrl: testOrigin,
        secrets: testSecrets,
      }
      const write = () =>
        archivedProjectsEmail.write(context, { id: '', userId: app().people.owner.id, projectIds })
      await app().as('member').call(updateProject, { projectId: projectIds[0]!, archived: false })
      assert.match(JSON.stringify(await write()), /^(?!.*Kept).*Going/)
      await setMonths(app(), null)
      assert.equal(await write(), null)
    })

    test('lists many projects in few emails', async () => {
      await setMonths(app(), months)
      await query(
        app(),
        `insert into projects (id, name, created_by, archived_at)
         select gen_random_uuid(), 'Many ' || n, $1, now() - interval '5 years' from generate_series(1, 101) n`,
        [app().people.member.id],
      )
      const { email } = app().people.admin
      const before = mail.emailsTo(email, aboutProjects).length
      await run(app())
      assert.equal(mail.emailsTo(email, aboutProjects).length - before, 3)
      const left = await query(
        app(),
        `select from projects where name like 'Many%' and deletion_announced_at is null`,
      )
      assert.equal(left.rows.length, 0)
    })
  },
  async () => ({ ...mail.settings }),
)

onDatabase('an archived project without email', (app) => {
  test('is announced on its page only, and deleted 14 days later', async () => {
    await setMonths(app(), months)
    const id = await archive(app(), 'Silent', -30)
    await run(app())
    assert.equal(await deletedOn(app(), id), await inDays(app(), 14))
    await pass(app(), id, 14)
    await run(app())
    await refusal(app().as('owner').call(getProject, { projectId: id }), 'project_not_found')
  })
})

onPostgres('the deletion of archived projects', (app) => {
  const lockOf = (id: string) => `select from projects where id = '${id}' for update`
  const restore = (id: string) =>
    `update projects set archived_at = null, deletion_announced_at = null where id = '${id}'`

  test('neither announces nor deletes a project that is restored while it waits', async () => {
    const job = jobOf(app())
    await setMonths(app(), months)
    for (const isAnnounced of [true, false]) {
      const id = await archive(app(), 'Meeting', 0)
      if (isAnnounced) {
        await job.run()
        await pass(app(), id, 14)
      }
      await meeting(app().databaseUrl, { lock: lockOf(id), count: 1, change: restore(id) }, job.run)
      const { archivedAt, deletedOn } = await app().as('owner').call(getProject, { projectId: id })
      assert.deepEqual([archivedAt, deletedOn], [null, null])
    }
  })

  test('announces and deletes a project once, even by two nodes simultaneously', async () => {
    const job = jobOf(app())
    await setMonths(app(), months)
    const id = await archive(app(), 'Twice', 0)
    const twice = () =>
      meeting(app().databaseUrl, { lock: lockOf(id), count: 2 }, () => Promise.all([job.run(), job.run()]))
    await twice()
    assert.equal(job.emailsAbout(id, app().people.owner.id), 1)
    await pass(app(), id, 14)
    await twice()
    assert.deepEqual(job.removed, [id])
    const { data } = await app().as('owner').call(listAuditLog, { action: 'project.delete' })
    assert.equal(data.filter(({ target }) => target.id === id).length, 1)
  })

  test('is called off by a change of the settings that meets the announcement', async () => {
    const job = jobOf(app())
    await setMonths(app(), months)
    const id = await archive(app(), 'Turned off', 0)
    await meeting(app().databaseUrl, { lock: lockOf(id), count: 2 }, async (waiting) => {
      const running = job.run()
      await waiting(1)
      await Promise.all([running, setMonths(app(), null)])
    })
    assert.equal(job.emailsAbout(id, app().people.owner.id), 1)
    const announced = 'select from projects where id = $1 and deletion_announced_at is not null'
    assert.equal((await query(app(), announced, [id])).rows.length, 0)
  })
})

/** The job of another node, with the emails that it would queue and the ids of the projects that it would remove. */
function jobOf({ db, dataDir }: TestApp) {
  const emails: { userId: string; projectIds: string[] }[] = []
  const removed: string[] = []
  const jobs = {
    async send(_tx: object, _job: object, ...data: object[]) {
      for (const { projectId } of data as { projectId: string }[]) removed.push(projectId)
    },
  }
  const job = createExpireArchived({
    removal: createRemoveProject(filesIn(`${dataDir}/files`)),
    jobs: () => jobs as unknown as Jobs,
    async queueEmail(_tx, _email, ...data) {
      emails.push(...(data as unknown as typeof emails))
    },
  })
  const context = { db, log: createLog('silent'), signal: new AbortController().signal }
  return {
    removed,
    run: () => job.run(context, {}),
    /** Returns how many emails to a user list a project. */
    emailsAbout: (projectId: string, userId: string) =>
      emails.filter((one) => one.userId === userId && one.projectIds.includes(projectId)).length,
  }
}
