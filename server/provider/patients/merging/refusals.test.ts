import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createInvoice,
  createPatient,
  getInvoice,
  getPatient,
  listInvoices,
  markNotDuplicates,
  mergePatients,
  type Patient,
  undoMerge,
  unmarkNotDuplicates,
} from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'
import { contents } from '../../../testing/walk.ts'
import { records } from '../testing/records.ts'
import { notMoved, references } from './references.ts'

onDatabase('merging is refused', (app) => {
  const admin = () => app().as('admin')
  const { query, add: record, merge, update, undo, getMerge } = records(app)
  const add = (givenName: string) => record({ givenName })
  const unchanged = async (work: () => Promise<unknown>) => {
    const before = await contents(app().db)
    await work()
    assert.deepEqual(await contents(app().db), before)
  }
  let [a, b]: Patient[] = []
  const [ann, bob] = [() => a as Patient, () => b as Patient]

  before(async () => {
    a = await add('Ann')
    b = await add('Bob')
  })

  test('for a record with itself, however its id is written', () =>
    unchanged(async () => {
      const twice = await refusal(merge(ann(), { id: ann().id.toUpperCase() }), 'merge_with_itself')
      assert.equal(twice.errors?.[0]?.path, 'targetId')
      await refusal(merge(ann(), ann(), { preview: true }), 'merge_with_itself')
    }))

  test('for unknown ids, naming each', () =>
    unchanged(async () => {
      const nobody = async (source: { id: string }, target: { id: string }) =>
        (await refusal(merge(source, target), 'patient_not_found')).errors?.map(({ path }) => path)
      assert.deepEqual(await nobody({ id: newId() }, bob()), ['sourceId'])
      assert.deepEqual(await nobody({ id: newId() }, { id: newId() }), ['sourceId', 'targetId'])
      await refusal(getMerge({ id: newId() }), 'merge_not_found')
      await refusal(undo({ id: newId() }), 'merge_not_found')
    }))

  test('for stale versions, naming each', () =>
    unchanged(async () => {
      const stale = merge(ann(), bob(), { expectedVersions: { source: 7, target: 8 } })
      assert.deepEqual((await refusal(stale, 'stale_version')).errors, [
        { path: 'expectedVersions.source', message: 'The source is at version 1.' },
        { path: 'expectedVersions.target', message: 'The target is at version 1.' },
      ])
      const half = merge(ann(), bob(), { expectedVersions: { target: 2 } })
      assert.equal((await refusal(half, 'stale_version')).errors?.length, 1)
      await app().db.pool.query('update patients set version = 2 where id = $1', [bob().id])
      const former = merge(ann(), bob(), { expectedVersions: { target: 1 } })
      assert.equal((await refusal(former, 'stale_version')).errors?.length, 1)
      await app().db.pool.query('update patients set version = 1 where id = $1', [bob().id])
      await merge(ann(), bob(), { expectedVersions: { source: 1, target: 1 }, preview: true })
    }))

  test('for a pair flagged as not duplicates, and for records merged into them, until the flag is removed', async () => {
    const [c, d, e] = [await add('Carl'), await add('Dora'), await add('Ed')]
    const mark = await app()
      .as('member')
      .call(markNotDuplicates, { patientIds: [c.id, d.id] })
    const { detail } = await refusal(merge(c, d), 'not_duplicates')
    assert.match(detail, /Carl and Dora are flagged/)
    await refusal(merge(d, c, { preview: true }), 'not_duplicates')
    await merge(c, e)
    await refusal(merge(e, d), 'not_duplicates')
    await app().as('member').call(unmarkNotDuplicates, { notDuplicatesId: mark.id })
    await merge(e, d)
  })

  test('for a merged record on either side, naming the survivor at the end of the chain', async () => {
    const [c, d, e] = [await add('Cy'), await add('Dee'), await add('Eve')]
    await merge(c, d)
    await merge(d, e)
    await unchanged(async () => {
      for (const [source, target, path] of [
        [c, ann(), 'sourceId'],
        [ann(), c, 'targetId'],
        [e, d, 'targetId'],
      ] as const) {
        const { detail, errors } = await refusal(merge(source, target), 'patient_merged')
        assert.equal(detail, `This record was merged into Eve (${e.id}).`)
        assert.equal(errors?.[0]?.path, path)
      }
      const written = update(c, { phone: '1' })
      assert.match((await refusal(written, 'patient_merged')).detail, new RegExp(e.id))
      const invoice = { patientId: c.id, lines: [{ description: 'Visit', quantity: '1', unitPrice: '10' }] }
      assert.match(
        (await refusal(admin().call(createInvoice, invoice), 'patient_merged')).detail,
        new RegExp(e.id),
      )
    })
  })

  test('for members, who can only read', async () => {
    const member = app().as('member')
    await refusal(member.call(mergePatients, { sourceId: ann().id, targetId: bob().id }), 'forbidden')
    assert.equal((await member.call(getPatient, { patientId: ann().id })).id, ann().id)
  })

  test('if a table of live records would have to keep a row', async () => {
    await query(
      `create table cards (id int primary key, patient_id uuid unique references patients (live_id))`,
    )
    await query('insert into cards values (1, $1), (2, $2)', [ann().id, bob().id])
    const { detail } = await refusal(merge(ann(), bob()), 'merge_collision')
    assert.equal(detail, 'Bob cannot take over 1 row of cards of the source.')
    await query('drop table cards')
  })

  test('if a table forbids it in a way that cannot be checked first', async () => {
    await query(`create table letters (id int primary key, patient_id uuid references patients)`)
    await query('insert into letters values (1, $1)', [ann().id])
    await query(`create trigger letters_kept before update on letters
      for each statement execute function refuse_change()`)
    const { detail } = await refusal(merge(ann(), bob()), 'merge_collision')
    assert.equal(
      detail,
      'The rows of letters cannot change owner: letters is only added to: UPDATE is refused.',
    )
    await query('drop table letters')
  })

  test('by the database, if a statement bypasses the application', async () => {
    const [c, d] = [await add('Kit'), await add('Lou')]
    const set = (source: Patient, target: Patient) =>
      query('update patients set merged_into = $2 where id = $1', [source.id, target.id])
    await assert.rejects(set(c, c), /live one only|not_merged_into_themselves/)
    await set(c, d)
    await assert.rejects(set(d, c), /live one only/)
  })
})

onDatabase('what a merge moves', (app) => {
  test('is everything that refers to patients, except a short list', async () => {
    const { rows } = await app().db.pool.query(`
      select distinct c.relname || '.' || a.attname as name
      from pg_constraint fk join pg_class c on c.oid = fk.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (fk.conkey)
      where fk.contype = 'f' and fk.confrelid = 'patients'::regclass order by 1`)
    assert.deepEqual(notMoved, {
      patients: ['merged_into'],
      patient_merges: ['source_id', 'target_id'],
      patient_changes: ['patient_id'],
      not_duplicate_pairs: ['patient_a', 'patient_b'],
    })
    const left = Object.entries(notMoved).flatMap(([table, columns]) =>
      columns.map((column) => `${table}.${column}`),
    )
    const moved = (await references(app().db.reader)).map(({ table, column }) => `${table}.${column}`)
    assert.deepEqual(
      rows.map(({ name }) => name),
      [...moved, ...left].sort(),
    )
    for (const name of ['invoices.patient_id', 'patient_identifiers.patient_id'])
      assert.ok(moved.includes(name), name)
  })

  test('includes issued invoices, which keep the name they were issued with', async () => {
    const admin = app().as('admin')
    const [source, target] = [
      await admin.call(createPatient, { givenName: 'Before' }),
      await admin.call(createPatient, { givenName: 'After' }),
    ]
    const lines = [{ description: 'Visit', quantity: '1', unitPrice: '10' }]
    const issued = await admin.call(createInvoice, { patientId: source.id, lines })
    const draft = await admin.call(createInvoice, { patientId: source.id, lines, draft: true })
    const merged = await admin.call(mergePatients, { sourceId: source.id, targetId: target.id })
    assert.equal(merged.moved.invoices, 2)
    for (const { id } of [issued, draft]) {
      assert.equal((await admin.call(getInvoice, { invoiceId: id ?? '' })).patientId, target.id)
    }
    const moved = await admin.call(getInvoice, { invoiceId: issued.id ?? '' })
    assert.deepEqual({ ...moved, patientId: source.id, version: 0 }, { ...issued, version: 0 })
    assert.equal(moved.billTo.name, 'Before')
    assert.equal((await admin.call(listInvoices, { patientId: source.id })).data.length, 2)
    await admin.call(undoMerge, { mergeId: merged.id ?? '' })
    assert.deepEqual(await admin.call(getInvoice, { invoiceId: issued.id ?? '' }), {
      ...issued,
      version: moved.version,
    })
  })
})
