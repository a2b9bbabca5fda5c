import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { meeting, onPostgres, refusal } from '#testing'
import { bill, line } from '../../billing/testing/invoices.ts'
import { records } from '../testing/records.ts'

onPostgres('an erasure meets', (app) => {
  const { query, add, merge, undo } = records(app)
  const owner = () => app().as('owner')
  const erase = (patientId: string) => owner().call(api.erasePatient, { patientId, reason: 'Asked' })
  const lockOf = (id: string) => `select from patients where id = '${id}' for update`
  const exists = async (id: string) => (await query('select from patients where id = $1', [id])).length === 1

  test('a merge into the patient, which it erases, too', async () => {
    const [source, target] = [await add({ familyName: 'Merged' }), await add({ familyName: 'Erased' })]
    await meeting(app().databaseUrl, { lock: lockOf(target.id), count: 2 }, async (waiting) => {
      const merging = merge(source, target)
      merging.catch(() => {})
      await waiting(1)
      return Promise.all([merging, erase(target.id)])
    })
    assert.deepEqual([await exists(source.id), await exists(target.id)], [false, false])
  })

  test('the undoing of a merge, whose other record stays', async () => {
    const [source, target] = [await add({ familyName: 'Separated' }), await add({ familyName: 'Erased' })]
    const merged = await merge(source, target)
    await meeting(app().databaseUrl, { lock: lockOf(target.id), count: 2 }, async (waiting) => {
      const undoing = undo(merged)
      undoing.catch(() => {})
      await waiting(1)
      return Promise.all([undoing, erase(target.id)])
    })
    assert.deepEqual([await exists(source.id), await exists(target.id)], [true, false])
  })

  test('an invoice for the patient: it is refused, or stays without the patient', async () => {
    const { id: patientId } = await add({ familyName: 'Billed' })
    const [billed] = await meeting(app().databaseUrl, { lock: lockOf(patientId), count: 2 }, () =>
      Promise.allSettled([
        owner().call(api.createInvoice, { patientId, lines: [line('1')] }),
        erase(patientId),
      ]),
    )
    assert.equal(await exists(patientId), false)
    const left = await query(`select patient_id from invoices where billed_to = 'Billed'`)
    if (billed.status === 'fulfilled') assert.deepEqual(left, [{ patient_id: null }])
    else {
      await refusal(Promise.reject(billed.reason), 'patient_not_found')
      assert.deepEqual(left, [])
    }
  })

  test('the issue of a draft, which becomes an invoice or is gone', async () => {
    const { id: patientId } = await add({ familyName: 'Drafted' })
    const { id: invoiceId } = await bill(app(), { patientId, draft: true })
    const lock = `select from invoices where id = '${invoiceId}' for update`
    const [issued] = await meeting(app().databaseUrl, { lock, count: 2 }, async (waiting) => {
      const issuing = owner().call(api.issueInvoice, { invoiceId })
      issuing.catch(() => {})
      await waiting(1)
      return Promise.all([issuing, erase(patientId)])
    })
    assert.equal(issued.billTo.name, 'Drafted')
    const after = await owner().call(api.getInvoice, { invoiceId })
    assert.deepEqual([after.status, after.patientId], ['issued', null])
  })

  test('a new patient with a name that only the erased one had, whom searches find', async () => {
    const { id } = await add({ familyName: 'Quastelborn' })
    const [added] = await meeting(
      app().databaseUrl,
      { lock: 'lock table name_words in share mode', count: 2 },
      async (waiting) => {
        const erasing = erase(id)
        erasing.catch(() => {})
        await waiting(1)
        return Promise.all([add({ familyName: 'Quastelborn' }), erasing])
      },
    )
    const { data } = await owner().call(api.listPatients, { q: 'Quastelborn' })
    assert.deepEqual(
      data.map((found) => found.id),
      [added.id],
    )
  })
})
