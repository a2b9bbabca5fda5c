import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AuditEntry,
  createProject,
  createSkill,
  createSource,
  createTracker,
  deleteSkill,
  deleteSource,
  deleteTracker,
  getProject,
  getSettings,
  getSourceContent,
  listAuditLog,
  listUsers,
  updateProject,
  updateSettings,
  updateUser,
} from '#contract'
import { addNewcomer, onDatabase } from '#testing'

onDatabase('the audit log', (app) => {
  const newest = async (targetId: string) =>
    (await app().as('owner').call(listAuditLog, { limit: 50 })).data
      .filter(({ target }) => target.id === targetId)
      .map(({ action, target, details }) => ({ action, label: target.label, details }))

  test('has who downloaded and deleted what in a project, and who created and changed it', async () => {
    const owner = app().as('owner')
    const { id: projectId } = await owner.call(createProject, { name: 'Interviews' })
    const { id: sourceId } = await owner.call(createSource, {
      projectId,
      title: 'A call',
      text: 'The parking is dear.',
    })
    await (await owner.call(getSourceContent, { sourceId })).text()
    const { id: trackerId } = await owner.call(createTracker, {
      projectId,
      name: 'Parking',
      phrases: [{ text: 'parking' }],
    })
    await owner.call(deleteTracker, { trackerId })
    await owner.call(deleteSource, { sourceId })
    await owner.call(updateProject, { projectId, name: 'Calls', archived: true })
    const details = { projectId }
    assert.deepEqual(await newest(sourceId), [
      { action: 'source.delete', label: 'A call', details },
      { action: 'source.download', label: 'A call', details },
    ])
    assert.deepEqual(await newest(trackerId), [{ action: 'tracker.delete', label: 'Parking', details }])
    assert.deepEqual(await newest(projectId), [
      {
        action: 'project.update',
        label: 'Interviews',
        details: {
          name: 'Calls',
          archived: true,
          formerValues: '{"name":"Interviews","archived":false}',
        },
      },
      { action: 'project.create', label: 'Interviews', details: {} },
    ])
    const content = '---\nname: decisions\ndescription: Writes down decisions.\n---\nWrite.'
    await owner.call(createSkill, { content })
    await owner.call(deleteSkill, { name: 'decisions' })
    const { data } = await owner.call(listAuditLog, { action: 'skill.delete' })
    assert.deepEqual(
      data.map(({ target }) => [target.type, target.label]),
      [['skill', 'decisions']],
    )
  })

  test('has what undoes a change of a user, a project or the settings', async () => {
    const owner = app().as('owner')
    const { id: userId } = await addNewcomer(app(), 'admin')
    const { id: projectId } = await owner.call(createProject, { name: 'Rounds', description: 'Of spring' })
    const members = [{ userId, level: 'view' as const }]
    const state = async () => {
      const { version: _, updatedAt: __, ...project } = await owner.call(getProject, { projectId })
      const { version: ___, ...settings } = await owner.call(getSettings)
      const { data } = await owner.call(listUsers, { limit: 200 })
      const { role, access, disabled } = data.find(({ id }) => id === userId)!
      return { project, settings, role, access, disabled }
    }
    const before = await state()
    await owner.call(updateUser, { userId, role: 'member', access: { patients: 'none', billing: 'view' } })
    await owner.call(updateUser, { userId, disabled: true })
    await owner.call(updateProject, { projectId, name: 'Other', language: 'de', archived: true })
    await owner.call(updateProject, { projectId, access: { everyone: 'view', members } })
    await owner.call(updateSettings, {
      organisationName: 'Theirs',
      termsDays: 3,
      defaultAccess: { billing: 'none' },
      letterhead: { iban: 'DE02120300000000202051', city: 'Elsewhere' },
      taxRates: [{ name: 'None', category: 'Z', rate: '0' }],
      invoiceSeries: [{ name: 'X', prefix: 'X', digits: 3 }],
      retention: { invoicesYears: 5, archivedProjectsMonths: 6 },
    })
    assert.notDeepEqual(await state(), before)

    const { data } = await owner.call(listAuditLog, { limit: 6 })
    const fields = ({ details }: AuditEntry) => JSON.parse(String(details.formerValues)) as object
    const undo = {
      user: (entry: AuditEntry) => owner.call(updateUser, { userId, ...fields(entry) }),
      project: (entry: AuditEntry) => owner.call(updateProject, { projectId, ...fields(entry) }),
      settings: (entry: AuditEntry) => owner.call(updateSettings, fields(entry)),
    }
    assert.deepEqual(data.map(({ action }) => action).toSorted(), [
      'project.access',
      'project.update',
      'settings.change',
      'user.access',
      'user.disable',
      'user.role',
    ])
    for (const entry of data) await undo[entry.target.type as keyof typeof undo](entry)
    assert.deepEqual(await state(), before)
  })
})
