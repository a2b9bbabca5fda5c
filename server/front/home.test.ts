import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjustStock,
  createApiKey,
  createInvitation,
  createInvoice,
  createItem,
  createPatient,
  createProject,
  createSource,
  createTracker,
  deleteProject,
  dismissMention,
  getHome,
  getTracker,
  getTrackerResults,
  listDuplicates,
  receiveStock,
  searchDuplicates,
  startRun,
  updateSettings,
} from '#contract'
import { onDatabase, refusal, until } from '#testing'

const dayMs = 24 * 60 * 60 * 1000
const start = Date.now()
const inDays = (days: number) => new Date(start + days * dayMs).toISOString().slice(0, 10)

onDatabase('the home page', (app) => {
  const member = () => app().as('member')
  const home = () => member().call(getHome)
  const section = async <Name extends keyof Awaited<ReturnType<typeof home>>['sections']>(name: Name) =>
    (await home()).sections[name]!
  const open = async () =>
    (await app().as('owner').call(getHome)).firstSteps.filter(({ done }) => !done).map(({ step }) => step)

  test('a new installation has nothing that needs attention, and everything still to do', async () => {
    const { sections } = await home()
    const { firstSteps } = await app().as('owner').call(getHome)
    const { wrongClocks, ...ofMembers } = sections
    assert.equal(wrongClocks, null)
    for (const section of Object.values(ofMembers)) assert.deepEqual(section, { total: 0, data: [] })
    assert.deepEqual(
      firstSteps.map(({ step }) => step),
      [
        'organisation',
        'project',
        'source',
        'tracker',
        'run',
        'letterhead',
        'patient',
        'stock',
        'invoice',
        'apiKey',
        'colleague',
      ],
    )
    // Other accounts exist in tests.
    assert.deepEqual(
      firstSteps.filter(({ done }) => done).map(({ step }) => step),
      ['colleague'],
    )
    // Nobody is told to do what they may not do.
    const others = firstSteps.filter(
      ({ step }) => !['organisation', 'letterhead', 'colleague'].includes(step),
    )
    assert.deepEqual((await home()).firstSteps, others)
    await refusal(app().as('nobody').call(getHome), 'unauthenticated')
  })

  test('overdue invoices, oldest first, are counted, and five are returned', async () => {
    const { id: patientId } = await member().call(createPatient, { givenName: 'Ada', familyName: 'Lovelace' })
    const bill = (dueDate: string, more = {}) =>
      member().call(createInvoice, {
        patientId,
        issueDate: inDays(-40),
        dueDate,
        lines: [{ description: 'Visit', quantity: 1, unitPrice: '80.50' }],
        ...more,
      })
    for (const days of [-3, -9, -5, -7, -4, -6]) await bill(inDays(days))
    await bill(inDays(2))
    await bill(inDays(-20), { draft: true })
    const { total, data } = await section('overdueInvoices')
    assert.equal(total, 6)
    assert.deepEqual(
      data.map(({ dueDate }) => dueDate),
      [-9, -7, -6, -5, -4].map(inDays),
    )
    const { id, number, ...rest } = data[0]!
    assert.match(number, /^INV-/)
    assert.deepEqual(rest, {
      billedTo: 'Ada Lovelace',
      patientId,
      dueDate: inDays(-9),
      due: '80.5',
      currency: 'EUR',
    })
    assert.ok(id)
  })

  test('items below their reorder level, and lots that expire soon', async () => {
    const item = { unit: 'box', lotTracking: true, expiryTracking: true }
    const gauze = await member().call(createItem, { ...item, sku: 'GAUZE', name: 'Gauze', reorderLevel: '5' })
    await member().call(createItem, { ...item, sku: 'TAPE', name: 'Tape' })
    const { levels } = await member().call(receiveStock, {
      supplier: 'Medline',
      deliveryNote: '1',
      lines: [
        { itemId: gauze.id, quantity: '4', lot: 'SOON', expiresOn: inDays(10) },
        { itemId: gauze.id, quantity: '3', lot: 'GONE', expiresOn: inDays(5) },
        { itemId: gauze.id, quantity: '0.5', lot: 'LATER', expiresOn: inDays(60) },
      ],
    })
    const empty = { itemId: gauze.id, lot: 'GONE', quantity: '0' }
    await member().call(adjustStock, { mode: 'count', reason: 'lost', lines: [empty] })
    assert.deepEqual(await section('lowStock'), {
      total: 1,
      data: [{ id: gauze.id, sku: 'GAUZE', name: 'Gauze', unit: 'box', usable: '4.5', reorderLevel: '5' }],
    })
    assert.deepEqual(await section('expiringLots'), {
      total: 1,
      data: [
        {
          id: levels.find(({ lot }) => lot === 'SOON')!.lotId,
          lot: 'SOON',
          item: { id: gauze.id, name: 'Gauze', unit: 'box' },
          onHand: '4',
          expiresOn: inDays(10),
        },
      ],
    })
  })

  test('likely duplicates that the last search found', async () => {
    const twin = { givenName: 'Grace', familyName: 'Hopper', birthDate: '1906-12-09' }
    for (let at = 0; at < 2; at++) await member().call(createPatient, twin)
    await member().call(searchDuplicates)
    await until(
      () => member().call(listDuplicates),
      ({ search }) => search?.status === 'done',
    )
    const { total, data } = await section('likelyDuplicates')
    assert.equal(total, 1)
    assert.deepEqual(
      data[0]!.patients.map(({ name, birthDate }) => [name, birthDate]),
      [
        ['Grace Hopper', '1906-12-09'],
        ['Grace Hopper', '1906-12-09'],
      ],
    )
  })

  test('runs, trackers with new mentions and failed sources, but none of a deleted project', async () => {
    const add = async (name: string) => {
      const { id: projectId } = await member().call(createProject, { name })
      const text = 'The price went up. Nobody explained the price.'
      await member().call(createSource, { projectId, title: 'Call', text })
      const broken = new File([new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d, 0])], 'broken.pdf')
      await member().call(createSource, { projectId, file: broken })
      const { id: trackerId } = await member().call(createTracker, {
        projectId,
        name: 'Money',
        phrases: [{ text: 'price' }],
      })
      await until(
        () => member().call(getTracker, { trackerId }),
        ({ backfill, counts }) => backfill === null && counts.mentions === 2,
      )
      const { id: runId } = await member().call(startRun, { name: 'summarize', projectId, wait: 30 })
      return { projectId, trackerId, runId }
    }
    const gone = await add('Old')
    await app().as('owner').call(deleteProject, { projectId: gone.projectId })
    const { projectId, trackerId, runId } = await add('Interviews')
    await until(
      () => section('failedSources'),
      ({ total }) => total > 0,
    )
    const project = { id: projectId, name: 'Interviews' }
    const { runs, newMentions, failedSources } = (await home()).sections
    assert.deepEqual(newMentions, {
      total: 1,
      data: [{ id: trackerId, name: 'Money', project, mentions: 2 }],
    })
    const { data: found } = await member().call(getTrackerResults, { trackerId })
    await member().call(dismissMention, { trackerId, mentionId: found[0]!.id })
    assert.equal((await section('newMentions')).data[0]?.mentions, 1)
    assert.equal(runs?.total, 1)
    const { createdAt, ...run } = runs.data[0]!
    assert.deepEqual(run, { id: runId, skill: 'summarize', project, status: 'succeeded' })
    assert.ok(Date.parse(createdAt) <= Date.now())
    assert.deepEqual(
      failedSources?.data.map(({ title, project: { id } }) => [title, id]),
      [['broken', projectId]],
    )
  })

  test('your own keys that expire soon, which a key does not see', async () => {
    await app().as('owner').call(createApiKey, { name: 'Owner’s', expiresInDays: 3 })
    await member().call(createApiKey, { name: 'Next year', expiresInDays: 365 })
    const { id, prefix, expiresAt } = await member().call(createApiKey, { name: 'Soon', expiresInDays: 10 })
    assert.deepEqual(await section('expiringKeys'), {
      total: 1,
      data: [{ id, name: 'Soon', prefix, expiresAt }],
    })
    const key = await app().withKey('member')
    const { sections } = await key.call(getHome)
    assert.equal(sections.expiringKeys, null)
    assert.equal(sections.overdueInvoices?.total, 6)
  })

  test('what is done leaves the first steps, and a half that is not used leaves the page', async () => {
    assert.deepEqual(await open(), ['organisation', 'letterhead'])
    const change = (changes: object) => app().as('owner').call(updateSettings, changes)
    await change({ uses: 'clinic', letterhead: { line: 'Main Street 1' } })
    assert.deepEqual(await open(), [])
    const { sections, firstSteps } = await home()
    assert.equal(sections.runs, null)
    assert.equal(sections.overdueInvoices?.total, 6)
    assert.ok(!firstSteps.some(({ step }) => step === 'project'))
    await change({ uses: 'insights' })
    const researchers = (await home()).sections
    assert.equal(researchers.runs?.total, 1)
    assert.equal(researchers.lowStock, null)
    await refusal(change({ uses: 'neither' }), 'validation_failed')
    await refusal(change({ uses: null }), 'validation_failed')
    await app().as('owner').call(createInvitation, { email: 'new@aerie.test', role: 'member' })
  })
})
