// Settings → Backups: not configured, in progress, verified and failed.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { listBackups } from '#contract'
import { inTwelveHours, until } from '#testing'
import { assertStates } from './testing/list-states.ts'
import { ownerOf } from './testing/node.ts'
import { holdUp, owner } from './testing/pages.ts'

const on = ownerOf(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aerie-backups-'))
  to = join(folder, 'backups')
  return { BACKUP_TO: to, BACKUP_AT: inTwelveHours }
})
const { arrive, inOrder } = on
let page: Page

const path = '/settings/backups'
let folder: string
let to: string

before(async () => {
  page = on.page
  await page.goto(path)
})
after(async () => {
  await rm(folder, { recursive: true })
})

const finished = async () =>
  until(
    async () => on.client.call(listBackups),
    ({ data }) => data.length > 0 && data.every(({ finishedAt }) => finishedAt !== null),
  )
const rows = () => page.getByRole('table', { name: 'Backups' }).getByRole('row')

test('the first backup appears by itself, and is verified', async () => {
  await page.getByText('Verified').first().waitFor()
  await page.getByText(`Every day at ${inTwelveHours} (UTC), next`).waitFor()
  await page.getByText('Schedule').first().waitFor()
  await inOrder('Backups')
})

test('a click starts one, which shows its progress and then that it is verified', async () => {
  const before = await rows().count()
  const go = await holdUp(page, 'GET')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByText('Backup started').waitFor()
  await go()
  await rows().nth(before).waitFor()
  await rows().nth(1).getByText('Verified').waitFor()
  await rows().nth(1).getByText(owner.name).waitFor()
  await inOrder('Backups')
  await arrive('/settings/audit-log')
  await page
    .getByText(/started a backup/)
    .first()
    .waitFor()
})

test('one in progress names its step', async () => {
  const { data, ...rest } = await finished()
  const running = {
    ...data[0],
    status: 'running',
    step: 'tables',
    finishedAt: null,
    verifiedAt: null,
    name: null,
  }
  await page.route('**/api/backups', (route) =>
    route.fulfill({ json: { ...rest, data: [{ ...running, bytes: null, writtenBytes: null }] } }),
  )
  await arrive(path)
  await page.getByText('Reading the database …').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Back up now' }).isDisabled())
  await inOrder('Backups')
  await page.unrouteAll()
})

test('a failed one says why', async () => {
  await rm(to, { recursive: true })
  await writeFile(to, 'Not a folder')
  await arrive(path)
  await page.getByRole('button', { name: 'Back up now' }).click()
  await rows().nth(1).getByText('Failed', { exact: true }).waitFor()
  await rows()
    .nth(1)
    .getByText(/is not a folder\.$/)
    .waitFor()
  await inOrder('Backups')
  await rm(to)
})

test('its list has all states', async () => {
  await assertStates(page, { label: 'Backups', path, api: '/api/backups', empty: 'No backups yet' })
  on.wasRefused(403)
})

test('where they are not configured, the page says how to', async () => {
  await page.route('**/api/backups', (route) =>
    route.fulfill({ json: { data: [], nextCursor: null, schedule: null } }),
  )
  await arrive(path)
  await page.getByText('Backups are not configured').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Back up now' }).count(), 0)
  await inOrder('Backups')
  await page.unrouteAll()
})

test('members are told who can see them', async () => {
  const { page: members } = await on.open('member')
  await members.goto(path)
  await members.getByText('Only the owner and admins can see the backups').waitFor()
  assert.equal(await members.getByRole('link', { name: 'Backups' }).count(), 0)
})
