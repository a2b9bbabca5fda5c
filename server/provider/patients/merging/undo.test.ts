import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Input, listMerges, type Patient } from '#contract'
import { newId, readPage } from '#platform'
import { onDatabase, refusal } from '#testing'
import { lasting, records } from '../testing/records.ts'
import { merges, toMerges } from './merges.ts'

onDatabase('undoing a merge', (app) => {
  const admin = () => app().as('admin')
  const { query, add, read, update, merge, undo, getMerge: get, addVisits, visit, visitsOf } = records(app)
  const same = (now: Patient, before: Patient) => assert.deepEqual(lasting(now), lasting(before))

  before(async () => {
    await addVisits()
    await query(`create table allergies (
      id uuid primary key, patient_id uuid not null references patients, substance text, unique (patient_id, substance))`)
  })

  test('unrelated later edits stay and do not block it', async () => {
    const source = await add({
      givenName: 'Ann',
      familyName: 'S',
      phone: '111',
      email: 'ann@example.org',
      identifiers: [
        { system: 'x', value: '1' },
        { system: 'x', value: '2', use: 'official' },
        { system: 'x', value: '3' },
      ],
    })
    const target = await add({ familyName: 'T', identifiers: [{ system: 'x', value: '3' }] })
    await visit(source, 'of source')
    await visit(target, 'of target')
    const merged = await merge(source, target)
    assert.equal((await read(target.id)).givenName, 'Ann')

    await update(target, {
      familyName: 'Edited',
      phone: '999',
      identifiers: [
        { system: 'x', value: '3' },
        { system: 'x', value: '1', use: 'secondary' },
        { system: 'x', value: 'new' },
      ],
    })
    await query(`update visits set note = note || ', edited'`)
    const since = await visit(target, 'made since')
    const undone = await undo(merged)

    same(await read(source.id), {
      ...source,
      identifiers: source.identifiers.map((one) => (one.value === '1' ? { ...one, use: 'secondary' } : one)),
    })
    same(await read(target.id), {
      ...target,
      familyName: 'Edited',
      phone: '999',
      identifiers: [
        { system: 'x', value: '3', use: 'usual' },
        { system: 'x', value: 'new', use: 'usual' },
      ],
    })
    assert.deepEqual(await visitsOf(source), ['of source, edited'])
    assert.deepEqual(await visitsOf(target), ['made since', 'of target, edited'])
    const [identifier] = await query(`select id from patient_identifiers where value = 'new'`)
    assert.deepEqual(undone.stayed, [
      { table: 'patient_identifiers', id: identifier.id },
      { table: 'visits', id: since },
    ])
    assert.deepEqual(await get(merged), undone)
    assert.equal((await read(source.id)).status, 'active')
  })

  test('rows created since are listed before the undo, too', async () => {
    const [source, target] = [await add({ givenName: 'A' }), await add({ givenName: 'B' })]
    const merged = await merge(source, target)
    const since = await visit(target, 'later')
    assert.deepEqual((await get(merged)).stayed, [{ table: 'visits', id: since }])
    assert.deepEqual((await get(merged)).undo, { possible: true, blockers: [] })
  })

  test('two merges into one record can be undone in either order, completely', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const survivor = await add({ givenName: 'C' })
      const people = [
        await add({ givenName: 'A', phone: '111' }),
        await add({ givenName: 'B', phone: '222' }),
      ]
      const merges = [
        await merge(people[0]!, survivor),
        await merge(people[1]!, survivor, { fieldChoices: { phone: 'source' } }),
      ]
      await undo(merges[order[0]]!)
      assert.equal((await read(survivor.id)).phone, order[0] === 0 ? '222' : '111')
      await undo(merges[order[1]]!)
      for (const patient of [survivor, ...people]) same(await read(patient.id), patient)
    }
  })

  test('a value from two merges stays until both are undone', async () => {
    const [a, b, c, survivor] = [
      await add({ givenName: 'A', phone: '111' }),
      await add({ givenName: 'B', phone: '222' }),
      await add({ givenName: 'C', phone: '111' }),
      await add({ givenName: 'D' }),
    ]
    const ofA = await merge(a, survivor)
    const ofB = await merge(b, survivor, { fieldChoices: { phone: 'source' } })
    const ofC = await merge(c, survivor, { fieldChoices: { phone: 'source' } })
    await undo(ofA)
    assert.equal((await read(survivor.id)).phone, '111')
    await undo(ofC)
    assert.equal((await read(survivor.id)).phone, '222')
    await undo(ofB)
    same(await read(survivor.id), survivor)
  })

  test('a survivor that was itself merged blocks it until that merge is undone', async () => {
    const [a, b, c] = [
      await add({ givenName: 'A' }),
      await add({ givenName: 'B' }),
      await add({ givenName: 'C' }),
    ]
    await visit(a, 'a')
    await visit(b, 'b')
    const first = await merge(a, b)
    const second = await merge(b, c)
    assert.equal((await read(a.id)).mergedInto, c.id)
    assert.deepEqual((await get(first)).undo, {
      possible: false,
      blockers: ['The survivor, B, has since been merged into another record. Undo that merge first.'],
    })
    const { detail } = await refusal(undo(first), 'undo_blocked')
    assert.match(detail, /Undo that merge first/)
    await undo(second)
    await undo(first)
    for (const [patient, note] of [
      [a, 'a'],
      [b, 'b'],
    ] as const)
      assert.deepEqual(await visitsOf(patient), [note])
    for (const patient of [a, b, c]) same(await read(patient.id), patient)
  })

  test('a moved row that was deleted or moved to another patient blocks it', async () => {
    const [source, target] = [await add({ givenName: 'A' }), await add({ givenName: 'B' })]
    const [gone, given] = [await visit(source, 'gone'), await visit(source, 'given away')]
    const merged = await merge(source, target)
    await query('delete from visits where id = $1', [gone])
    const blocked = '1 row of visits that moved has since been deleted or moved to another patient.'
    assert.deepEqual((await get(merged)).undo, { possible: false, blockers: [blocked] })
    const third = await add({ givenName: 'C' })
    await query('update visits set patient_id = $2 where id = $1', [given, third.id])
    assert.match(
      (await refusal(undo(merged), 'undo_blocked')).detail,
      /^2 rows of visits that moved have since been/,
    )
    assert.deepEqual(await visitsOf(third), ['given away'])
    assert.equal((await read(source.id)).status, 'merged')
  })

  test('a row edited to equal one that the merged record kept blocks it', async () => {
    const [source, target] = [await add({ givenName: 'A' }), await add({ givenName: 'B' })]
    const allergy = (patient: Patient, substance: string) =>
      query('insert into allergies values ($1, $2, $3)', [newId(), patient.id, substance])
    await allergy(source, 'nuts')
    await allergy(target, 'nuts')
    await allergy(source, 'milk')
    const merged = await merge(source, target)
    assert.deepEqual(merged.moved, { allergies: 1 })
    await query(`delete from allergies where patient_id = $1 and substance = 'nuts'`, [target.id])
    await query(`update allergies set substance = 'nuts' where patient_id = $1 and substance = 'milk'`, [
      target.id,
    ])
    const { detail } = await refusal(undo(merged), 'undo_blocked')
    assert.equal(
      detail,
      '1 row of allergies that moved was since changed to equal what the merged record already has.',
    )
    await query(`update allergies set substance = 'eggs' where patient_id = $1`, [target.id])
    await undo(merged)
  })

  test('a survivor keeps its only name even if it came from the merge', async () => {
    const [source, target] = [
      await add({ givenName: 'Given', familyName: 'S' }),
      await add({ familyName: 'T' }),
    ]
    const merged = await merge(source, target)
    await update(target, { familyName: null })
    await undo(merged)
    same(await read(target.id), { ...target, givenName: 'Given', familyName: null })
    same(await read(source.id), source)
  })

  test('a table dropped since blocks it', async () => {
    const [source, target] = [await add({ givenName: 'A' }), await add({ givenName: 'B' })]
    await query('create table fleeting (id int primary key, patient_id uuid references patients)')
    await query('insert into fleeting values (1, $1)', [source.id])
    const merged = await merge(source, target)
    await query('drop table fleeting')
    const { detail } = await refusal(undo(merged), 'undo_blocked')
    assert.equal(detail, '1 row of fleeting moved in a column that no longer exists.')
  })

  test('merges are listed newest first, also by record, with a constant number of statements', async () => {
    const survivor = await add({ givenName: 'Survivor' })
    const ids: string[] = []
    for (let n = 0; n < 5; n++)
      ids.unshift((await merge(await add({ givenName: `N${n}` }), survivor)).id ?? '')
    const list = (query: Input<typeof listMerges>) => admin().call(listMerges, query)
    assert.deepEqual(
      (await list({ limit: 5 })).data.map(({ id }) => id),
      ids,
    )
    const first = await list({ patientId: survivor.id, limit: 2 })
    const rest = await list({ patientId: survivor.id, limit: 200, cursor: first.nextCursor ?? '' })
    assert.deepEqual(
      [...first.data, ...rest.data].map(({ id }) => id),
      ids,
    )
    assert.deepEqual(first.data[0], await get(first.data[0]!))
    const [few, many] = [await statements(1), await statements(5)]
    assert.ok(few > 1)
    assert.equal(many, few)
    await refusal(app().as('member').call(listMerges, {}), 'forbidden')
  })

  /** Counts the statements that reading this many merges takes. */
  const statements = (limit: number) =>
    app().db.transaction(async (tx) => {
      let count = 0
      const counted = tx.withPlugin({
        transformQuery: ({ node }) => {
          count++
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const page = await readPage(merges(counted), 'merge.id', { limit })
      assert.equal((await toMerges(counted, page.data)).length, limit)
      return count
    })
})
