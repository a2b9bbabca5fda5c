import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { onDatabase, refusal, testInFull, until } from '#testing'
import { addParameters, exampleFor } from '../testing/walk.ts'
import { imported } from './exchange/imports/testing/files.ts'

/** The operations whose results have fields of patients, and which the access log does not record. */
const notRecorded: Record<string, string> = {
  'patients.listReads': 'is the access log, and shows names only',
  'accessLog.list': 'is the access log, and shows names only',
}

const idsOf = (operations: readonly api.Operation[]) => operations.map(({ id }) => id).sort()
const all: readonly api.Operation[] = api.operations

test('every operation whose result has fields of a patient is recorded, or states why not', () => {
  const withPatients = all.filter(({ result }) => {
    if ('media' in result) return result.showsPatients
    const named: api.Json = {}
    const properties = new Set<string>()
    const collect = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [name, part] of Object.entries(schema)) {
        if (name === 'properties') for (const property of Object.keys(Object(part))) properties.add(property)
        collect(part)
      }
    }
    const schema = api.toJsonSchema(result, 'output', named)
    // Its field `patients` is a level.
    delete named.Access
    collect([schema, named])
    return [...properties].some((name) => /patient|bill(ed)?To|familyName|birthDate/i.test(name))
  })
  const others = withPatients.filter((operation) => !api.showsPatients(operation))
  assert.deepEqual(idsOf(others), Object.keys(notRecorded).sort())
})

test('every operation that returns a file states whether it shows patients', () => {
  const silent = all.filter(({ result }) => 'media' in result && result.showsPatients === undefined)
  assert.deepEqual(idsOf(silent), [])
})

onDatabase('the access log', (app) => {
  test('has one entry of each call that showed a patient, and none of refused calls', async () => {
    const owner = app().as('owner')
    const reader = await app().withKey('admin')
    const lines = [{ description: 'Visit', quantity: 1, unitPrice: '10.00' }]
    const recorded: { operation: string; patientIds: string[] }[] = []
    // Without them, an invoice has no UBL.
    await owner.call(api.updateSettings, { letterhead: { country: 'DE', taxId: 'DE123456789' } })

    /** Calls an operation once, and hangs up if it returns a file. */
    const record = async (
      operation: api.Operation,
      patientIds: string[],
      input: object = {},
      as = reader,
    ) => {
      const result: unknown = await as.call(operation, input as never)
      if (result instanceof Response) await result.body?.cancel()
      recorded.push({ operation: operation.id, patientIds })
      return result
    }
    let people = 0
    const patient = async () => {
      const name = { givenName: `Someone ${people++}`, familyName: 'Quetzal', birthDate: '1980-02-29' }
      return (await owner.call(api.createPatient, name)).id
    }
    const invoice = async (patientId: string, more: object = {}) =>
      (await owner.call(api.createInvoice, { patientId, lines, ...more })).id!
    const ofPatient = async (operation: api.Operation, more: object = {}) => {
      const patientId = await patient()
      await record(operation, [patientId], { patientId, ...more })
    }
    const ofInvoice = async (operation: api.Operation, input: object = {}, more: object = {}) => {
      const patientId = await patient()
      await record(operation, [patientId], { invoiceId: await invoice(patientId, more), ...input })
    }
    const ofMerge = async (operation: api.Operation) => {
      const [sourceId, targetId] = [await patient(), await patient()]
      const { id: mergeId } = await owner.call(api.mergePatients, { sourceId, targetId })
      await record(operation, [sourceId, targetId], { mergeId })
    }

    // The first invoice: none can be issued before the last one.
    const late = await patient()
    await invoice(late, { issueDate: '2020-01-30', dueDate: '2020-01-31' })
    const created = (await record(api.createPatient, [], { givenName: 'New' })) as api.Patient
    recorded.at(-1)!.patientIds.push(created.id)
    await ofPatient(api.getPatient)
    // Nothing changes, so that the audit log has no entry.
    await ofPatient(api.updatePatient, { birthDate: '1980-02-29' })
    await ofPatient(api.listPatientHistory)
    await ofPatient(api.listDuplicatesOf)
    // Without an invoice or a payment, the answer shows that there is none.
    await ofPatient(api.listInvoices)
    await ofPatient(api.listCreditNotes)
    await ofPatient(api.listPayments)
    await ofPatient(api.getStatement)
    await ofPatient(api.getStatementPdf)
    await ofPatient(api.listMovements)
    await ofMerge(api.getMerge)
    await ofMerge(api.undoMerge)
    const [sourceId, targetId] = [await patient(), await patient()]
    await record(api.mergePatients, [sourceId, targetId], { sourceId, targetId })
    await record(api.listMerges, [sourceId, targetId])
    await ofPatient(api.createInvoice, { lines, preview: true })
    await ofInvoice(api.getInvoice)
    await ofInvoice(api.getInvoicePdf)
    await ofInvoice(api.getInvoiceUbl)
    await ofInvoice(api.issueInvoice, {}, { draft: true })
    await ofInvoice(api.recordPayment, { amount: 1, method: 'cash' })
    await ofInvoice(api.createCreditNote, { reason: 'Wrong' })
    await ofInvoice(api.voidInvoice, { reason: 'Wrong' })
    const updated = await patient()
    const draft = { invoiceId: await invoice(updated, { draft: true }), patientId: updated, lines }
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

    const [one, other] = [await patient(), await patient()]
    await record(api.markNotDuplicates, [one, other], { patientIds: [one, other] })
    await record(api.listNotDuplicates, [one, other])
    const { id: itemId } = await owner.call(api.createItem, {
      sku: 'VACCINE',
      name: 'Vaccine',
      unit: 'vial',
      lotTracking: true,
    })
    const delivery = {
      supplier: 'Acme',
      deliveryNote: '1',
      lines: [{ itemId, quantity: 9, lot: 'A' }],
    }
    const { levels } = await owner.call(api.receiveStock, delivery)
    await invoice(one, { lines: [{ ...lines[0]!, itemId }] })
    for (const operation of [api.recallLot, api.exportRecall])
      await record(operation, [one], { lotId: levels[0]!.lotId! })
    const twin = {
      givenName: 'Theodora',
      familyName: 'Papadaki',
      birthDate: '1970-01-31',
      phone: '0301234567',
    }
    const twins = [await owner.call(api.createPatient, twin), await owner.call(api.createPatient, twin)]
    const twinIds = twins.map(({ id }) => id)
    await owner.call(api.searchDuplicates)
    await until(
      () => owner.call(api.listDuplicates),
      ({ search }) => search?.status === 'done',
    )
    await record(api.listDuplicates, twinIds)
    await record(api.getHome, [...twinIds, late])
    await record(api.listPatients, [other], { limit: 200 })
    await record(api.searchRecords, twinIds, { q: 'Theodora Papadaki' })
    const duplicate =
      'id,given name,family name,birth date,phone\nX-1,Theodora,Papadaki,1970-01-31,0301234567\n'
    const { id: importId } = await imported(app(), 'patients', duplicate)
    const shown = await owner.call(api.listImportErrors, { importId })
    await record(api.exportPatient, [one], { patientId: one })
    await record(api.listImportErrors, [shown.data[0]!.patientId!], { importId })
    await record(api.listAuditLog, [other], { action: 'patient.create', limit: 200 })
    await record(api.exportAuditLog, [other])
    await record(api.exportRecords, [other], { kind: 'patients', format: 'ndjson' })
    const session = app().as('admin')
    await record(api.listApiKeyActions, [created.id], { keyId: reader.keyId, limit: 200 }, session as never)
    assert.deepEqual(recorded.map(({ operation }) => operation).sort(), idsOf(all.filter(api.showsPatients)))

    const refused = await patient()
    await assert.rejects(reader.call(api.mergePatients, { sourceId: refused, targetId: refused }))
    await assert.rejects(reader.call(api.updatePatient, { patientId: refused, version: 9, phone: '1' }))
    const userId = app().people.admin.id
    const found = await until(
      async () => (await owner.call(api.listAccessLog, { userId, limit: 200 })).data,
      (entries) => entries.some(({ operation }) => operation === api.listApiKeyActions.id),
    )
    for (const { operation, patientIds } of recorded) {
      const [entry, ...more] = found.filter((call) => call.operation === operation)
      assert.deepEqual(more, [], operation)
      assert.ok(entry, operation)
      const of = entry.patientIds
      const missing = of === 'all' ? [] : patientIds.filter((id) => !of.includes(id))
      assert.deepEqual(missing, [], operation)
      assert.ok(entry.count >= patientIds.length, operation)
    }
    assert.ok(
      found.every(
        ({ patientIds }) => patientIds === 'all' || !patientIds.includes(refused) || patientIds.length > 1,
      ),
    )
  })

  test('a repeated call that returns its first response counts again, a call by an agent and a refusal that names a patient', async () => {
    const [owner, reader] = [app().as('owner'), await app().withKey('member')]
    const { id: patientId } = await owner.call(api.createPatient, { givenName: 'Repeated' })
    const draft = { patientId, draft: true, lines: [{ description: 'Visit', quantity: 1, unitPrice: 1 }] }
    const idempotencyKey = 'shown twice'
    for (let times = 0; times < 2; times++) await reader.call(api.createInvoice, draft, { idempotencyKey })
    const tool = { name: 'patients_get', arguments: { patientId } }
    await fetch(new URL('/mcp', app().url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${reader.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }),
    }).then((response) => response.text())
    const { id: sourceId } = await owner.call(api.createPatient, { givenName: 'Merged' })
    await owner.call(api.mergePatients, { sourceId, targetId: patientId })
    await refusal(reader.call(api.updatePatient, { patientId: sourceId, phone: '1' }), 'patient_merged')
    const { data } = await until(
      () => owner.call(api.listPatientReads, { patientId }),
      ({ data }) => data.length === 7,
    )
    assert.deepEqual(data[0]!.patientIds, [patientId])
    assert.deepEqual(data.map(({ operation }) => operation).toReversed(), [
      'patients.create',
      'billing.createInvoice',
      'billing.createInvoice',
      'patients.get',
      'patients.create',
      'patients.merge',
      'patients.update',
    ])
  })

  testInFull('operations that it does not record show no patient', async () => {
    const parameters = await addParameters(app())
    const { token } = await app().withKey('owner')
    for (const operation of all.filter(({ method }) => method === 'GET')) {
      if (api.showsPatients(operation) || operation.id in notRecorded || 'media' in operation.result) continue
      const { path } = exampleFor(operation, parameters)
      const response = await app().fetch(path, { headers: { authorization: `Bearer ${token}` } })
      assert.doesNotMatch(await response.text(), new RegExp(parameters.patientId!), operation.id)
    }
  })
})
