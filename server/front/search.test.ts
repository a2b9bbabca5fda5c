import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createApiKey,
  createInvoice,
  createItem,
  createPatient,
  createProject,
  createSkill,
  createSource,
  createTracker,
  deleteProject,
  type FoundRecord,
  type Input,
  type Invoice,
  mergePatients,
  receiveStock,
  searchRecords,
  updatePatient,
} from '#contract'
import { onEachDatabase, refusal } from '#testing'

onEachDatabase('the search over all records', (app) => {
  const member = () => app().as('member')
  const find = async (q: string, more: Omit<Input<typeof searchRecords>, 'q'> = {}): Promise<FoundRecord[]> =>
    (await member().call(searchRecords, { q, ...more })).data
  const titles = async (...search: Parameters<typeof find>) =>
    (await find(...search)).map(({ title }) => title)

  let ids: Awaited<ReturnType<typeof addRecords>>
  before(async () => {
    ids = await addRecords()
  })

  async function addRecords() {
    const patient = await member().call(createPatient, {
      givenName: 'Thérèse',
      familyName: 'Wildgoose',
      birthDate: '1980-02-01',
      address: { city: 'Zwickau' },
    })
    const lines = [{ description: 'Treatment', quantity: 1, unitPrice: 100 }]
    const invoice = await member().call(createInvoice, { patientId: patient.id, lines })
    const item = await member().call(createItem, {
      sku: 'AMX-500',
      name: 'Amoxicillin 500 mg',
      unit: 'box',
      lotTracking: true,
      gtin: '4006381333931',
    })
    const { movements } = await member().call(receiveStock, {
      supplier: 'Acme',
      deliveryNote: '1',
      lines: [{ itemId: item.id, lot: 'QZ77-A', quantity: 1 }],
    })
    assert.equal(movements.length, 1)
    const project = await member().call(createProject, { name: 'Café interviews', description: 'In spring' })
    const source = await member().call(createSource, {
      projectId: project.id,
      title: 'Call with Harborview',
      text: 'We waited.',
    })
    const tracker = await member().call(createTracker, {
      projectId: project.id,
      name: 'Late deliveries',
      phrases: [{ text: 'late' }],
    })
    const skill = await member().call(createSkill, {
      content: '---\nname: weekly-digest\ndescription: Writes a digest.\n---\nWrite it.',
    })
    const key = await member().call(createApiKey, { name: 'Nightly export', expiresInDays: 30 })
    return {
      patient: patient.id,
      invoice: (invoice as Invoice).id,
      item: item.id,
      project: project.id,
      source: source.id,
      tracker: tracker.id,
      skill: skill.name,
      key: key.id,
    }
  }

  test('finds each kind of record, with the address of its page', async () => {
    const first = async (q: string) => {
      const [found] = await find(q)
      assert.ok(found, q)
      return [found.type, found.title, found.subtitle, found.path]
    }
    assert.deepEqual(await first('wildgoose'), [
      'patient',
      'Thérèse Wildgoose',
      '1980-02-01 · Zwickau',
      `/patients/${ids.patient}`,
    ])
    assert.deepEqual(await first('4006381333931'), [
      'item',
      'Amoxicillin 500 mg',
      'AMX-500',
      `/inventory/items/${ids.item}`,
    ])
    const [type, lot, ofItem, path] = await first('qz77')
    assert.deepEqual([type, lot, ofItem], ['lot', 'QZ77-A', 'Amoxicillin 500 mg'])
    assert.match(path!, /^\/inventory\/lots\/[0-9a-f-]{36}$/)
    assert.deepEqual(await first('cafe'), [
      'project',
      'Café interviews',
      'In spring',
      `/projects/${ids.project}`,
    ])
    assert.deepEqual(await first('harborview'), [
      'source',
      'Call with Harborview',
      'Café interviews',
      `/projects/${ids.project}/sources/${ids.source}`,
    ])
    assert.deepEqual(await first('late'), [
      'tracker',
      'Late deliveries',
      'Café interviews',
      `/projects/${ids.project}/trackers/${ids.tracker}`,
    ])
    assert.deepEqual(await first('weekly-d'), ['skill', 'weekly-digest', 'Writes a digest.', '/skills'])
    assert.deepEqual((await first('themes')).slice(0, 2), ['skill', 'themes'])
    assert.deepEqual((await first('member@')).slice(0, 1), ['user'])
    const [keyType, name, subtitle, keyPath] = await first('nightly')
    assert.deepEqual([keyType, name, keyPath], ['api_key', 'Nightly export', `/settings/api-keys/${ids.key}`])
    assert.match(subtitle!, /^aie_[0-9a-f]{8} · .+ · active$/)
  })

  test('finds an invoice by the end of its number, and after the patient by name', async () => {
    const found = await find('wildgoose')
    assert.deepEqual(
      found.map(({ type }) => type),
      ['patient', 'invoice'],
    )
    const { title, path } = found[1]!
    assert.equal(path, `/billing/${ids.invoice}`)
    for (const q of [title, title.toLowerCase(), title.slice(-3)])
      assert.ok(
        (await find(q, { types: 'invoice' })).some((other) => other.path === path),
        q,
      )
    assert.deepEqual(await find('inv', { types: 'invoice' }), [])
  })

  test('finds invoices by their payer, also misspelled, and by a name that the patient had', async () => {
    const lines = [{ description: 'Treatment', quantity: 1, unitPrice: 100 }]
    const payer = { name: 'Barmherzige Versicherung' }
    const { id: patientId } = await member().call(createPatient, { familyName: 'Hollyhock' })
    const bill = async (more: object) =>
      `/billing/${(await member().call(createInvoice, { patientId, lines, ...more })).id}`
    const [insured, own] = [await bill({ payer }), await bill({})]
    const pathsOf = async (q: string) => (await find(q, { types: 'invoice' })).map(({ path }) => path)
    for (const q of ['versicherung', 'Barmherzige Versicherung', 'barmherzge'])
      assert.deepEqual(await pathsOf(q), [insured], q)
    await member().call(updatePatient, { patientId, familyName: 'Foxglove' })
    assert.deepEqual(await pathsOf('hollyhock'), [own])
  })

  test('tolerates typos and missing accents, and takes the beginning of a word', async () => {
    for (const q of ['therese', 'THÉR', 'wildgose', 'Wildgoose Therese', 'wild'])
      assert.equal((await find(q))[0]?.id, ids.patient, q)
    for (const q of ['amoxicilin', 'amox', 'amxo-500', '500 mg'])
      assert.ok(
        (await find(q)).some(({ id }) => id === ids.item),
        q,
      )
    assert.ok((await titles('deliverys')).includes('Late deliveries'))
    assert.deepEqual(await find('xylophone'), [])
    assert.deepEqual(await find('%'), [])
  })

  test('finds records by some words of a question, in any order', async () => {
    for (const [q, title] of [
      ['what was said in our Harborview call?', 'Call with Harborview'],
      ['boxes of amoxicillin in stock', 'Amoxicillin 500 mg'],
      ['where are the spring interviews from the café', 'Café interviews'],
    ] as const)
      assert.equal((await titles(q))[0], title, q)
  })

  test('equal matches are listed newest first, and a merged record not at all', async () => {
    const add = async (givenName: string) =>
      (await member().call(createPatient, { givenName, familyName: 'Hollowbread' })).id
    const older = await add('Ann')
    const newer = await add('Bea')
    const foundIds = async () => (await find('hollowbread')).map(({ id }) => id)
    assert.deepEqual(await foundIds(), [newer, older])
    await app().as('admin').call(mergePatients, { sourceId: newer, targetId: older })
    assert.deepEqual(await foundIds(), [older])
  })

  test('is limited to the types and the number that were asked for', async () => {
    const types = async (types: string) => (await find('a', { types })).map(({ type }) => type)
    assert.deepEqual(new Set(await types('item,project')), new Set(['item']))
    assert.equal((await find('e', { limit: 1 })).length, 1)
    await refusal(find('e', { types: 'items' }), 'validation_failed')
    await refusal(find('e', { limit: 51 }), 'validation_failed')
    await refusal(find(' '), 'validation_failed')
  })

  test('finds only keys that the caller may list, and none with a key', async () => {
    const q = 'nightly'
    await app().as('admin').call(createApiKey, { name: 'Nightly backup', expiresInDays: 30 })
    assert.deepEqual(await titles(q), ['Nightly export'])
    const { data } = await app().as('owner').call(searchRecords, { q })
    assert.deepEqual(
      data.map(({ title }) => title),
      ['Nightly backup', 'Nightly export'],
    )
    const key = await app().withKey('member')
    assert.deepEqual((await key.call(searchRecords, { q, types: 'api_key' })).data, [])
    assert.equal((await key.call(searchRecords, { q: 'wildgoose' })).data.length, 2)
    await refusal(app().as('nobody').call(searchRecords, { q }), 'unauthenticated')
  })

  test('finds nothing in a deleted project', async () => {
    const { id: projectId } = await member().call(createProject, { name: 'Doomed quokka' })
    await member().call(createSource, { projectId, title: 'A quokka', text: 'Quokka' })
    await member().call(createTracker, { projectId, name: 'Quokkas', phrases: [{ text: 'quokka' }] })
    assert.equal((await find('quokka')).length, 3)
    await app().as('admin').call(deleteProject, { projectId })
    assert.deepEqual(await find('quokka'), [])
  })
})
