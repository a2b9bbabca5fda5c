import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPatientHistory, updatePatient } from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal } from '#testing'
import { records } from './testing/records.ts'

onDatabase('the history of a patient', (app) => {
  const { query, add, update, merge, undo } = records(app)
  const historyOf = async ({ id: patientId }: { id: string }) =>
    (await app().as('member').call(listPatientHistory, { patientId })).data
  const kindsOf = async (patient: { id: string }) => (await historyOf(patient)).map(({ kind }) => kind)

  test('names each change, who made it with which key, and the old and new values', async () => {
    const identifiers = [{ system: 'insurance', value: 'H-1' }]
    const patient = await add({ givenName: 'Anna', familyName: 'Old', phone: '0123' })
    const script = await app().withKey('member')
    await script.call(updatePatient, { patientId: patient.id, familyName: 'New', phone: null, identifiers })

    const [updated, created] = await historyOf(patient)
    assert.deepEqual(updated?.fields, [
      { field: 'familyName', before: 'Old', after: 'New' },
      { field: 'phone', before: '0123', after: null },
      { field: 'identifiers', before: [], after: [{ ...identifiers[0], use: 'usual' }] },
    ])
    assert.deepEqual([updated?.kind, updated?.version, updated?.mergeId], ['update', 2, null])
    assert.deepEqual(updated?.changedBy, { id: app().people.member.id, name: app().people.member.name })
    assert.ok(updated?.apiKey?.prefix)
    assert.deepEqual(created?.fields, [
      { field: 'givenName', before: null, after: 'Anna' },
      { field: 'familyName', before: null, after: 'Old' },
      { field: 'phone', before: null, after: '0123' },
    ])
    assert.deepEqual([created?.kind, created?.version, created?.apiKey], ['create', 1, null])
    assert.equal(created?.changedBy.id, app().people.admin.id)
  })

  test('contains no update that changed nothing or was refused', async () => {
    const patient = await add({ givenName: 'Same' })
    await update(patient, { givenName: 'Same' })
    await refusal(update(patient, { givenName: 'Stale', version: 7 }), 'stale_version')
    await refusal(update(patient, { givenName: null }), 'validation_failed')
    assert.deepEqual(await kindsOf(patient), ['create'])
  })

  test('contains merges and undos on both records, and nothing of a preview', async () => {
    const source = await add({ givenName: 'Source', phone: '0456' })
    const target = await add({ givenName: 'Target' })
    await merge(source, target, { preview: true })
    assert.deepEqual(await kindsOf(target), ['create'])

    const merged = await merge(source, target)
    await undo(merged)
    for (const patient of [source, target])
      assert.deepEqual(await kindsOf(patient), ['undo', 'merge', 'create'])
    const [undone, done] = await historyOf(target)
    assert.deepEqual([done?.mergeId, done?.otherPatientId], [merged.id, source.id])
    assert.deepEqual(done?.fields, [{ field: 'phone', before: null, after: '0456' }])
    assert.deepEqual(undone?.fields, [{ field: 'phone', before: '0456', after: null }])
    assert.equal((await historyOf(source))[0]?.otherPatientId, target.id)
  })

  test('is paged, also while the record changes', async () => {
    const patient = await add({ givenName: 'Version 1' })
    for (const n of [2, 3, 4]) await update(patient, { givenName: `Version ${n}` })
    const page = (cursor?: string) =>
      app()
        .as('member')
        .call(listPatientHistory, { patientId: patient.id, limit: 2, ...(cursor && { cursor }) })
    const first = await page()
    await update(patient, { givenName: 'Version 5' })
    const second = await page(first.nextCursor ?? undefined)
    const versions = [...first.data, ...second.data].map(({ version }) => version)
    assert.deepEqual([versions, second.nextCursor], [[4, 3, 2, 1], null])
  })

  test('of an unknown patient and with a wrong cursor is refused', async () => {
    const patient = await add({ givenName: 'Known' })
    const read = (patientId: string, cursor?: string) =>
      app()
        .as('member')
        .call(listPatientHistory, { patientId, ...(cursor && { cursor }) })
    await refusal(read(newId()), 'patient_not_found')
    await refusal(read(patient.id, 'wrong'), 'validation_failed')
  })

  test('cannot be rewritten', async () => {
    await assert.rejects(query('delete from patient_changes'), /only added to/)
    await assert.rejects(query(`update patient_changes set kind = 'create'`), /only added to/)
  })
})
