import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import * as api from '#contract'
import { newId } from '#platform'
import { onEachDatabase, refusal, until } from '#testing'
import { addItem, bill, line } from '../../billing/testing/invoices.ts'
import { records } from '../../patients/testing/records.ts'

onEachDatabase('the export of a patient', (app) => {
  const { add, update, merge } = records(app)
  const admin = () => app().as('admin')
  let patient: api.Patient
  let merged: api.Patient
  let invoice: api.Invoice
  let files: Record<string, Uint8Array>
  const json = (name: string) => JSON.parse(strFromU8(files[name]!))

  before(async () => {
    patient = await add({ givenName: 'Noa', familyName: 'Lindqvist', phone: '1' })
    await update(patient, { phone: '2' })
    merged = await add({ givenName: 'Noah', familyName: 'Lindqvist' })
    await merge(merged, patient)
    const itemId = await addItem(app(), 'GAUZE', '5')
    const lines = [line('10', '20', { itemId, quantity: '2' })]
    invoice = await bill(app(), { patientId: patient.id, lines })
    const { id: invoiceId } = invoice
    await admin().call(api.recordPayment, { invoiceId, amount: '4', method: 'cash' })
    await admin().call(api.createCreditNote, { invoiceId, amount: '3', reason: 'Goodwill' })
    await bill(app(), { patientId: patient.id, draft: true })
    await bill(app())
    const reads = () => admin().call(api.listPatientReads, { patientId: patient.id })
    await until(reads, ({ data }) => data.length > 0)
    // Asked for by the merged record, it is of the whole patient.
    const zip = await admin().call(api.exportPatient, { patientId: merged.id })
    assert.equal(zip.headers.get('content-type'), 'application/zip')
    files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  })

  test('has each record with its history and merges', async () => {
    for (const { id, versions } of [
      { id: patient.id, versions: [3, 2, 1] },
      { id: merged.id, versions: [2, 1] },
    ]) {
      const folder = `records/${id}`
      assert.deepEqual(json(`${folder}/record.json`), await admin().call(api.getPatient, { patientId: id }))
      assert.deepEqual(
        json(`${folder}/history.json`).map(({ version }: api.PatientChange) => version),
        versions,
      )
      assert.equal(json(`${folder}/merges.json`).length, 1)
      assert.deepEqual(json(`${folder}/different-patients.json`), [])
    }
  })

  test('has what was billed, paid and given, the statement, and who read it', async () => {
    const [issued] = json('invoices.json').filter(({ status }: api.Invoice) => status === 'issued')
    assert.deepEqual(issued, await admin().call(api.getInvoice, { invoiceId: invoice.id }))
    const counts = ['invoices', 'credit-notes', 'payments', 'stock-given'].map(
      (name) => json(`${name}.json`).length,
    )
    assert.deepEqual(counts, [2, 1, 1, 1])
    assert.ok(json('reads.json').length > 0)
    const year = new Date().getUTCFullYear()
    assert.equal(json(`statements/${year}.json`).accounts[0].closing, '17.00')
    const pdfs = Object.keys(files).filter((name) => name.endsWith('.pdf'))
    assert.deepEqual(
      pdfs.map((name) => name.split('/')[0]),
      ['invoices', 'invoices', 'credit-notes', 'statements'],
    )
    assert.ok(pdfs.includes(`invoices/${invoice.number}.pdf`))
    for (const name of pdfs) assert.equal(strFromU8(files[name]!.slice(0, 5)), '%PDF-')
  })

  test('is in the audit log and in the access log, and refused for an unknown patient', async () => {
    const [entry] = (await admin().call(api.listAuditLog, { action: 'data.export' })).data
    assert.deepEqual([entry!.target.id, entry!.details], [patient.id, { kind: 'patient', format: 'zip' }])
    const reads = await until(
      () => admin().call(api.listPatientReads, { patientId: patient.id, limit: 200 }),
      ({ data }) => data.some(({ operation }) => operation === 'patients.export'),
    )
    const read = reads.data.find(({ operation }) => operation === 'patients.export')
    assert.deepEqual(read!.patientIds, [patient.id, merged.id].sort())
    await refusal(admin().call(api.exportPatient, { patientId: newId() }), 'patient_not_found')
  })
})
