import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#client'
import {
  applied,
  createProject,
  deleteProject,
  getProject,
  listAuditLog,
  listProjects,
  updateProject,
  updateUser,
} from '#contract'
import { newId } from '#platform'
import { addNewcomer, meeting, onDatabase, onPostgres, refusal } from '#testing'

onDatabase('projects', (app) => {
  test('a script creates a project with a key, and finds it in the list', async () => {
    const script = await app().withKey('member')
    const made = await script.call(createProject, { name: 'Interviews', description: 'Spring round' })
    assert.deepEqual(made.counts, { sources: 0, trackers: 0, mentions: 0 })
    assert.equal(made.archivedAt, null)
    assert.deepEqual(await script.call(getProject, { projectId: made.id }), made)
    const { data } = await script.call(listProjects, { q: 'interv' })
    assert.deepEqual(data, [made])
  })

  test('an edit of an outdated version is rejected', async () => {
    const member = app().as('member')
    const { id: projectId, version } = await member.call(createProject, { name: 'Draft' })
    const renamed = applied(await member.call(updateProject, { projectId, name: 'Final', version }))
    assert.equal(renamed.name, 'Final')
    await refusal(member.call(updateProject, { projectId, name: 'Other', version }), 'stale_version')
    assert.equal((await member.call(getProject, { projectId })).name, 'Final')
  })

  test('archiving hides a project from the list of active ones, and can be undone', async () => {
    const member = app().as('member')
    const { id: projectId } = await member.call(createProject, { name: 'Old round' })
    const archived = applied(await member.call(updateProject, { projectId, archived: true }))
    assert.ok(archived.archivedAt)
    assert.deepEqual((await member.call(listProjects, { archived: 'false', q: 'Old round' })).data, [])
    assert.equal(applied(await member.call(updateProject, { projectId, archived: false })).archivedAt, null)
  })

  test('an admin deletes a project, which is in the audit log; a member may not', async () => {
    const { id: projectId } = await app().as('member').call(createProject, { name: 'Doomed' })
    await refusal(app().as('member').call(deleteProject, { projectId }), 'forbidden')
    await app().as('admin').call(deleteProject, { projectId })
    await refusal(app().as('admin').call(getProject, { projectId }), 'project_not_found')
    const { data } = await app().as('admin').call(listAuditLog, { action: 'project.delete' })
    assert.deepEqual(data[0]?.target, { type: 'project', id: projectId, label: 'Doomed' })
    assert.equal(data[0]?.actor.email, app().people.admin.email)
  })

  test('those who can edit a project decide who sees it; others may not, and the last editor stays', async () => {
    const [admin, member] = [app().as('admin'), app().as('member')]
    const {
      id: projectId,
      access,
      level,
    } = await member.call(createProject, { name: 'Interviews with staff' })
    assert.deepEqual([access, level], [{ everyone: 'edit', members: [] }, 'edit'])
    const { id: userId, client } = await addNewcomer(app(), 'member')
    const share = (caller: Client, access: object) => caller.call(updateProject, { projectId, access })
    const viewers = applied(await share(member, { everyone: 'view' }))
    // Without an entry, the one who set it can only view it from then on.
    assert.deepEqual(viewers.access, { everyone: 'view', members: [] })
    const { detail } = await refusal(share(member, { everyone: 'edit' }), 'access_required')
    assert.match(detail, /the project “Interviews with staff”\. Yours is view/)

    const editor = { userId: app().people.member.id, level: 'edit' }
    await share(admin, { everyone: 'none', members: [editor, { userId, level: 'view' }] })
    assert.equal((await client.call(getProject, { projectId })).level, 'view')
    assert.equal((await member.call(getProject, { projectId })).level, 'edit')
    const none = await refusal(share(member, { members: [{ userId, level: 'view' }] }), 'validation_failed')
    assert.equal(none.errors?.[0]?.path, 'access.members')
    const { data } = await admin.call(listAuditLog, { action: 'project.access', limit: 1 })
    assert.deepEqual(data[0]?.details, {
      from: 'everyone view',
      to: 'everyone none, The member edit, Someone new view',
      formerValues: JSON.stringify({ access: { everyone: 'view', members: [] } }),
    })
  })

  test('an entry without effect is accepted and says so; one for nobody is refused with its path', async () => {
    const { id: projectId } = await app().as('admin').call(createProject, { name: 'Entries' })
    const disabled = await addNewcomer(app(), 'member')
    const outside = await addNewcomer(app(), 'member')
    await app().as('admin').call(updateUser, { userId: disabled.id, disabled: true })
    await app()
      .as('admin')
      .call(updateUser, { userId: outside.id, access: { insights: 'none' } })
    const ids = [app().people.owner.id, disabled.id, outside.id, app().people.member.id]
    const members = ids.map((userId) => ({ userId, level: 'edit' as const }))
    const share = (members: object[]) =>
      app()
        .as('admin')
        .call(updateProject, { projectId, access: { members } as never })
    const { access } = applied(await share(members))
    const noteOf = (userId: string) => access.members.find((one) => one.userId === userId)?.note
    assert.match(noteOf(ids[0]!) ?? '', /^No effect: owners and admins/)
    assert.match(noteOf(ids[1]!) ?? '', /^No effect: the user is disabled/)
    assert.match(noteOf(ids[2]!) ?? '', /^No effect: the user has no access to insights/)
    assert.equal(noteOf(ids[3]!), null)

    const wrong: [object[], string][] = [
      [[members[0]!, { userId: newId(), level: 'view' }], 'access.members[1].userId'],
      [[members[0]!, members[0]!], 'access.members[1].userId'],
      [[{ ...members[0]!, level: 'none' }], 'access.members[0].level'],
    ]
    for (const [entries, path] of wrong) {
      const { errors } = await refusal(share(entries), 'validation_failed')
      assert.equal(errors?.[0]?.path, path)
    }
    assert.deepEqual((await app().as('admin').call(getProject, { projectId })).access, access)
  })

  test('paging shows each project once, even while others are created', async () => {
    const member = app().as('member')
    for (let n = 0; n < 7; n++) await member.call(createProject, { name: `Paged ${n}` })
    const names: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(cursor)
      names.push(...page.data.map(({ name }) => name))
      cursor = page.nextCursor
      await member.call(createProject, { name: `Paged, too late for the pages after the first` })
    } while (cursor)
    assert.deepEqual(
      names.filter((name) => /^Paged \d$/.test(name)),
      [6, 5, 4, 3, 2, 1, 0].map((n) => `Paged ${n}`),
    )
    assert.equal(new Set(names).size, names.length)

    function list(cursor: string | null) {
      return member.call(listProjects, { limit: 3, q: 'Paged', ...(cursor && { cursor }) })
    }
  })
})

onPostgres('two changes of who can see a project', (app) => {
  test('at once leave someone who can edit it', async () => {
    const member = app().as('member')
    const { id: projectId } = await member.call(createProject, { name: 'Meeting' })
    const members = [{ userId: app().people.member.id, level: 'edit' as const }]
    await member.call(updateProject, { projectId, access: { members } })
    const meet = {
      lock: `select from projects where id = '${projectId}' for update`,
      count: 1,
      change: `update projects set access = '{"everyone": "edit", "members": {}}' where id = '${projectId}'`,
    }
    const [hidden] = await meeting(app().databaseUrl, meet, () =>
      Promise.allSettled([member.call(updateProject, { projectId, access: { everyone: 'none' } })]),
    )
    assert.equal(hidden.status, 'rejected')
    await refusal(Promise.reject(hidden.reason), 'validation_failed')
    assert.equal((await member.call(getProject, { projectId })).access.everyone, 'edit')
  })
})
