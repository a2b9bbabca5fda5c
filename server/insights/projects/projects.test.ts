import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createProject,
  deleteProject,
  getProject,
  listAuditLog,
  listProjects,
  updateProject,
} from '#contract'
import { onDatabase, refusal } from '#testing'

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
    const renamed = await member.call(updateProject, { projectId, name: 'Final', version })
    assert.equal(renamed.name, 'Final')
    await refusal(member.call(updateProject, { projectId, name: 'Other', version }), 'stale_version')
    assert.equal((await member.call(getProject, { projectId })).name, 'Final')
  })

  test('archiving hides a project from the list of active ones, and can be undone', async () => {
    const member = app().as('member')
    const { id: projectId } = await member.call(createProject, { name: 'Old round' })
    const archived = await member.call(updateProject, { projectId, archived: true })
    assert.ok(archived.archivedAt)
    assert.deepEqual((await member.call(listProjects, { archived: 'false', q: 'Old round' })).data, [])
    assert.equal((await member.call(updateProject, { projectId, archived: false })).archivedAt, null)
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
