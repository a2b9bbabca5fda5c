// Who may see and do what: projects, the access of users, and service users, in one order: what a test changes is there for the next.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  accessPresets,
  createInvoice,
  createPatient,
  createProject,
  createSource,
  getMe,
  listApiKeys,
  listUsers,
  updateProject,
  updateUser,
} from '#contract'
import { untilRead } from '#testing'
import { assertAccessible } from './testing/looks.ts'
import { ownerOf } from './testing/node.ts'
import type { Tab } from './testing/tab.ts'

const on = ownerOf()
const { arrive, button, choose, dialog, field, press, row, see, type, wasRefused } = on
let page: Page
let member: Tab
/** The name of the member. */
let name = ''
let memberId = ''
let projectId = ''
let patientId = ''

before(async () => {
  page = on.page
  member = await on.open('member')
  const { user } = await member.client.call(getMe)
  name = user.name
  memberId = user.id
  projectId = (await on.client.call(createProject, { name: 'Exit interviews' })).id
  patientId = (await on.client.call(createPatient, { givenName: 'Vera', familyName: 'Lind' })).id
})

const everyLook: NonNullable<Parameters<typeof assertAccessible>[2]> = [
  ['dark', 390],
  ['light', 390],
  ['dark', 820],
  ['light', 820],
  ['dark', 1440],
  ['light', 1440],
]
const inEveryLook = (part?: string) => assertAccessible(page, part, everyLook)

const pagesOf = async ({ page }: Tab) =>
  (await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents()).join()

const allow = (preset: string) =>
  on.client.call(updateUser, {
    userId: memberId,
    access: accessPresets.find(({ name }) => name === preset)!.access,
  })

test('a restricted project is gone for a colleague, who may be added to view it', async () => {
  await member.arrive('/projects')
  await member.link('Exit interviews').waitFor()

  await arrive(`/projects/${projectId}`)
  await choose('More actions', 'Who can see this…')
  const question = dialog('Who can see “Exit interviews”')
  const everyone = field('Everyone with access to insights', question)
  await everyone.selectOption('Only people below')
  await button('Save', question).click()
  await see('Give at least one user the level edit while everyone has none', question)
  wasRefused(422)
  await field('Add someone', question).fill('The owner')
  await page.getByRole('option', { name: 'The owner' }).click()
  await field('Level of The owner', question).waitFor()
  await inEveryLook()
  await button('Save', question).click()
  await question.waitFor({ state: 'detached' })
  await see('Restricted')

  await member.arrive('/projects')
  await member.see('No projects yet')
  await member.page.goto(`/projects/${projectId}`)
  await member.see('Project not found')
  wasRefused(404)

  await arrive('/projects')
  await see('Restricted', row('Exit interviews'))
  const { access } = await on.client
    .call(updateProject, {
      projectId,
      access: { members: [{ userId: memberId, level: 'view' }], everyone: 'view' },
    })
    .then((project) => project as Extract<typeof project, { access: object }>)
  assert.equal(access.everyone, 'view')
})

test('a project that one can only view offers nothing that changes it', async () => {
  await member.arrive(`/projects/${projectId}`)
  await member.see('You can view this project, but not add to it.')
  const main = member.page.getByRole('main')
  for (const action of ['Add sources', 'Edit']) assert.equal(await member.button(action, main).count(), 0)
  await member.button('More actions').click()
  assert.deepEqual(await member.page.getByRole('menuitem').allTextContents(), ['Who can see this…'])
  await member.page.getByRole('menuitem').click()
  const facts = member.dialog('Who can see “Exit interviews”')
  await member.see('Everyone with access to insights: can view.', facts)
  await member.see(name, facts)
  assert.equal(await member.button('Save', facts).count(), 0)
})

test('names in a project are shown and then replaced, with the keyboard alone', async () => {
  const { id } = await on.client.call(createProject, { name: 'Exit talk with Vera' })
  const text = 'I met Vera Stein. She said that Veras parcel was late, and Vera Stein was right.'
  const { id: sourceId } = await on.client.call(createSource, { projectId: id, title: 'Vera Stein', text })
  await untilRead(on.client, sourceId)
  await arrive(`/projects/${id}`)
  await button('More actions').press('Enter')
  await page.getByRole('menuitem', { name: 'Replace names…' }).press('Enter')
  const asking = dialog('Replace names')
  await field('People', asking).fill('V')
  await button('Show where they are', asking).press('Enter')
  await see('Enter at least two letters', asking)
  wasRefused(422)
  await field('People', asking).fill('Vera Stein, Vera, Veras')
  await button('Show where they are', asking).press('Enter')
  await see('Person 1: 3 places', asking)
  await inEveryLook()
  await button('Replace names…', asking).press('Enter')
  const question = dialog('Replace 1 name in “Exit talk with Vera”?')
  await see('Nobody can bring the names back.', question)
  await button('Replace names', question).press('Enter')
  await asking.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Exit talk with Person 1' }).waitFor()
  await arrive(`/projects/${id}/sources/${sourceId}`)
  await see('I met Person 1. She said that Person 1 parcel was late, and Person 1 was right.')
  await see('Names were replaced')
})

test('the access of a user is changed with the keyboard alone', async () => {
  await arrive('/settings/members')
  await see('Everything', row('member@aerie.test'))
  await button(`Actions for ${name}`).press('Enter')
  await page.getByRole('menuitem', { name: 'Change access…' }).press('Enter')
  const changing = dialog(`Access of ${name}`)
  await field('Access', changing).focus()
  await type('Front')
  await see('Edit Patients and Billing. View Inventory.', changing)
  await press('Tab')
  await inEveryLook()
  await field('Access', changing).focus()
  await type('Custom')
  await field('Inventory', changing).waitFor()
  await inEveryLook()
  await field('Access', changing).focus()
  await type('Front')
  await button('Save', changing).press('Enter')
  await changing.waitFor({ state: 'detached' })
  await see('Front desk', row('member@aerie.test'))
  await inEveryLook('body')
})

test('a front desk sees patients and billing, and no insights', async () => {
  await member.arrive('/')
  assert.equal(await pagesOf(member), 'Home,Patients,Inventory,Billing,Your account,API keys,Users')
  await member.press('Control+k')
  await member.page.locator('[role=dialog] input:focus').waitFor()
  const options = await member.page.getByRole('option').allTextContents()
  assert.ok(options.includes('New invoice') && options.includes('Patients'), options.join())
  for (const hidden of ['Projects', 'Skills', 'New project', 'Receive stock'])
    assert.ok(!options.includes(hidden), hidden)
  await member.press('Escape')

  await member.arrive('/projects')
  await member.see('You have no access to insights')
  await member.arrive('/inventory/receive')
  await member.see('You cannot change anything in inventory')
  await assertAccessible(member.page, 'body', everyLook)
})

/** What the usual jobs find: the pages of their areas, and the actions of the palette that change something there. */
const jobs: [preset: string, pages: string, actions: string[]][] = [
  [
    'Everything',
    'Projects,Skills,Patients,Inventory,Billing',
    ['New project', 'New patient', 'New invoice', 'Receive stock'],
  ],
  ['Researcher', 'Projects,Skills', ['New project']],
  ['Front desk', 'Patients,Inventory,Billing', ['New patient', 'New invoice']],
  ['Clinician', 'Patients,Inventory,Billing', ['New patient']],
  ['Pharmacy', 'Patients,Inventory', ['Receive stock']],
  ['Accounting', 'Patients,Inventory,Billing', ['New invoice']],
  ['Viewer', 'Projects,Skills,Patients,Inventory,Billing', []],
]

for (const [n, [preset, pages, actions]] of jobs.entries()) {
  test(`${preset}: home, navigation and palette`, async () => {
    await allow(preset)
    await member.page.setViewportSize({ width: 1440, height: 900 })
    await member.arrive('/')
    assert.equal(await pagesOf(member), `Home,${pages},Your account,API keys,Users`)
    await member.press('Control+k')
    await member.page.locator('[role=dialog] input:focus').waitFor()
    const options = await member.page.getByRole('option').allTextContents()
    for (const action of ['New project', 'New patient', 'New invoice', 'Receive stock'])
      assert.equal(options.includes(action), actions.includes(action), action)
    await member.press('Escape')
    await assertAccessible(member.page, 'body', [everyLook[n % everyLook.length]!])
  })
}

test('a patient’s page leaves out what the user has no access to', async () => {
  const { id: invoiceId } = await on.client.call(createInvoice, {
    patientId,
    lines: [{ description: 'Visit', quantity: '1', unitPrice: '80' }],
  })
  await member.page.setViewportSize({ width: 1440, height: 900 })
  await allow('Pharmacy')
  await member.arrive(`/patients/${patientId}`)
  await member.see('Identifiers')
  for (const hidden of ['Invoices', 'Amount due', 'New invoice', 'Edit'])
    assert.equal(await member.page.getByRole('main').getByText(hidden, { exact: true }).count(), 0, hidden)
  await on.client.call(updateUser, { userId: memberId, access: { patients: 'none', billing: 'view' } })
  await member.arrive(`/billing/${invoiceId}`)
  await member.see('Vera Lind')
  assert.equal(await member.link('Vera Lind').count(), 0)
  await allow('Everything')
})

test('a service user gets a key in a session of its own, which leads back', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await arrive('/settings/members')
  await button('New service user').click()
  const creating = dialog('New service user')
  await field('Name', creating).fill('nightly-upload')
  await see('Neither insights nor the clinic.', creating)
  await field('Access', creating).selectOption('Researcher')
  await inEveryLook()
  await button('Create service user', creating).click()
  await creating.waitFor({ state: 'detached' })
  await see('Service', row('nightly-upload'))

  await page.setViewportSize({ width: 1440, height: 900 })
  await choose('Actions for nightly-upload', 'Create keys as this user…')
  await page.waitForURL('/settings/api-keys')
  await see('You are signed in as the service user nightly-upload.')
  assert.equal(await pagesOf(on), 'API keys')
  await button('New API key').click()
  await field('Name', dialog('New API key')).fill('Upload')
  await press('Enter')
  await button('I have stored it').click()
  await see('Upload', page.getByRole('table'))
  await inEveryLook('body')
  await page.goto('/patients')
  await page.waitForURL('/settings/api-keys')

  await page.setViewportSize({ width: 1440, height: 900 })
  await button('Return to your session').click()
  await page.waitForURL('/settings/members')
  await see('nightly-upload', row('nightly-upload'))
  assert.equal((await on.client.call(getMe)).user.name, 'The owner')
  assert.deepEqual((await on.client.call(listApiKeys)).data, [])
  const { data } = await on.client.call(listUsers)
  assert.ok(data.some(({ kind }) => kind === 'service'))
})
