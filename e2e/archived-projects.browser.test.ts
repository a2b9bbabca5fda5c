// Archived projects that will be deleted: the setting, and the page of an announced project.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProject, getProject, getSettings, updateProject, updateSettings } from '#contract'
import { ownerOf } from './testing/node.ts'

const on = ownerOf()
const { accessible, arrive, button, field, see } = on

test('an owner sets after how many months archived projects are deleted, and clears it again', async () => {
  const retention = async () => (await on.client.call(getSettings)).retention
  await arrive('/settings/organisation')
  const months = field('Delete archived projects after (months)')
  for (const [typed, kept] of [
    ['6', 6],
    ['', null],
  ] as const) {
    await months.fill(typed)
    await see('Unsaved: retention')
    await button('Save').press('Enter')
    await button('Save').waitFor({ state: 'detached' })
    assert.deepEqual(await retention(), { invoicesYears: 10, archivedProjectsMonths: kept })
  }
  await months.fill('121')
  await button('Save').press('Enter')
  await see('Enter a whole number of months, from 1 to 120')
  await button('Discard').press('Enter')
})

test('the page of an announced project shows the day, and restores the project', async () => {
  await on.client.call(updateSettings, { retention: { archivedProjectsMonths: 6 } })
  const { id: projectId } = await on.client.call(createProject, { name: 'Interviews of 2019' })
  await on.client.call(updateProject, { projectId, archived: true })
  await on.app.db.pool.query(
    `update projects set archived_at = now() - interval '1 year', deletion_announced_at = now() where id = $1`,
    [projectId],
  )
  await arrive(`/projects/${projectId}/sources`)
  await see(/^This project will be deleted on /)
  await accessible('main')
  await button('Restore project').press('Enter')
  await button('Restore project').waitFor({ state: 'detached' })
  assert.equal((await on.client.call(getProject, { projectId })).archivedAt, null)
})
