import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { onEachDatabase, until } from '#testing'

/** The operations whose fields name patients, and which the access log does not record. */
const notRecorded: Record<string, string> = {
  'patients.list': 'shows many patients',
  'patients.listDuplicates': 'shows many patients',
  'patients.create': 'returns what the caller sent',
  'patients.searchDuplicates': 'shows no patient',
  'patients.listNotDuplicates': 'shows ids only',
  'patients.markNotDuplicates': 'shows ids only',
  'inventory.recallLot': 'shows many patients',
  'inventory.exportRecall': 'shows many patients',
  'patients.listReads': 'is the access log',
  'accessLog.list': 'is the access log',
}

const idsOfRecorded = () =>
  api.operations
    .filter(({ readsPatient }) => readsPatient)
    .map(({ id }) => id)
    .sort()

test('every operation that names patients is recorded in the access log, or states why not', () => {
  const ofPatients = (api.operations as readonly api.Operation[]).filter(
    ({ id, params, query, body, result }) => {
      if (!/^(patients|billing|inventory|accessLog)\./.test(id)) return false
      if ('media' in result) return true
      const named: api.Json = {}
      const input = [params, query, body].map((part) => api.toJsonSchema(part, 'input', named))
      return /patient/i.test(JSON.stringify([input, api.toJsonSchema(result, 'output', named), named]))
    },
  )
  const [recorded, others] = [true, false].map((isRecorded) =>
    ofPatients.filter(({ readsPatient }) => readsPatient === isRecorded).map(({ id }) => id),
  )
  assert.deepEqual(others?.sort(), Object.keys(notRecorded).sort())
  assert.deepEqual(recorded?.sort(), idsOfRecorded())
})

onEachDatabase('the access log', (app) => {
  test('has an entry of each operation that it records, and none of refused calls', async () => {
    const owner = app().as('owner')
    const reader = await app().withKey('admin')
    const lines = [{ description: 'Visit', quantity: 1, unitPrice: '10.00' }]
    const recorded: { operation: string; patientIds: string[] }[] = []
    // Without them, an invoice has no UBL.
    await owner.call(api.updateSettings, { letterhead: { country: 'DE', taxId: 'DE123456789' } })

    /** Calls an operation as the reader, on patients that nobody has read. */
    const record = async (operation: api.Operation, patientIds: string[], input: object) => {
      await reader.call(operation, input as never)
      recorded.push({ operation: operation.id, patientIds })
    }
    const readsOf = async (patientId: string) => {
      const { data } = await owner.call(api.listAccessLog, { patientId, userId: app().people.admin.id })
      const own = data.filter(({ patient }) => patient.id === patientId)
      // A call can begin in one minute and its repetition in the next.
      return new Set(own.map(({ apiKey }) => apiKey?.id)).size
    }
    const patient = async () => (await owner.call(api.createPatient, { givenName: 'Someone' })).id
    const invoice = async (patientId: string, draft = false) =>
      (await owner.call(api.createInvoice, { patientId, lines, draft })).id!
    const ofPatient = async (operation: api.Operation, more: object = {}) => {
      const patientId = await patient()
      await record(operation, [patientId], { patientId, ...more })
    }
    const ofInvoice = async (operation: api.Operation, more: object = {}, draft = false) => {
      const patientId = await patient()
      const invoiceId = await invoice(patientId, draft)
      await record(operation, [patientId], { invoiceId, ...more })
    }
    const ofMerge = async (operation: api.Operation) => {
      const [sourceId, targetId] = [await patient(), await patient()]
      const { id: mergeId } = await owner.call(api.mergePatients, { sourceId, targetId })
      await record(operation, [sourceId, targetId], { mergeId })
    }

    await ofPatient(api.getPatient)
    // Nothing changes, so that the audit log has no entry.
    await ofPatient(api.updatePatient, { givenName: 'Someone' })
    await ofPatient(api.listPatientHistory)
    await ofPatient(api.listDuplicatesOf)
    await ofPatient(api.listMerges)
    await ofPatient(api.listInvoices)
    await ofPatient(api.listCreditNotes)
    await ofPatient(api.listPayments)
    await ofPatient(api.getStatement)
    await ofPatient(api.getStatementPdf)
    await ofPatient(api.listMovements)
    await ofMerge(api.getMerge)
    await ofMerge(api.undoMerge)
    const [sourceId, targetId] = [await patient(), await patient()]
    await record(api.mergePatients, [sourceId, targetId], { sourceId, targetId, preview: true })
    await ofPatient(api.createInvoice, { lines, preview: true })
    await ofInvoice(api.getInvoice)
    await ofInvoice(api.getInvoicePdf)
    await ofInvoice(api.getInvoiceUbl)
    await ofInvoice(api.issueInvoice, {}, true)
    await ofInvoice(api.recordPayment, { amount: 1, method: 'cash' })
    await ofInvoice(api.createCreditNote, { reason: 'Wrong' })
    await ofInvoice(api.voidInvoice, { reason: 'Wrong' })
    const updated = await patient()
    const draft = { invoiceId: await invoice(updated, true), patientId: updated, lines }
    await record(api.updateInvoice, [updated], draft)
    const payer = await patient()
    const invoiceId = await invoice(payer)
    const { payments } = await owner.call(api.recordPayment, { invoiceId, amount: 1, method: 'cash' })
    await record(api.reversePayment, [payer], { paymentId: payments[0]!.id, reason: 'Bounced' })
    for (const operation of [api.getCreditNote, api.getCreditNotePdf, api.getCreditNoteUbl]) {
      const credited = await patient()
      const credit = { invoiceId: await invoice(credited), reason: 'Wrong' }
      const { creditNotes } = await owner.call(api.createCreditNote, credit)
      await record(operation, [credited], { creditNoteId: creditNotes[0]!.id })
    }
    assert.deepEqual(recorded.map(({ operation }) => operation).toSorted(), idsOfRecorded())

    const refused = await patient()
    await assert.rejects(reader.call(api.mergePatients, { sourceId: refused, targetId: refused }))
    await assert.rejects(reader.call(api.updatePatient, { patientId: refused, version: 9, phone: '1' }))
    // Written with the same batch or a later one.
    await ofPatient(api.getPatient)
    for (const { operation, patientIds } of recorded)
      for (const id of patientIds)
        assert.equal(
          await until(
            () => readsOf(id),
            (reads) => reads > 0,
          ),
          1,
          operation,
        )
    assert.equal(await readsOf(refused), 0)
  })
})
