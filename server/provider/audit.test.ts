import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { onDatabase, refusal, type TestApp, untilImported } from '#testing'

/** The entry of each operation of the clinic that changes data, or why it has none. */
const recorded = {
  'patients.create': 'patient.create',
  'patients.update': 'patient.update',
  'patients.merge': 'patient.merge',
  'patients.undoMerge': 'patient.merge_undo',
  'patients.erase': 'patient.erase',
  'billing.createInvoice': 'invoice.issue',
  'billing.issueInvoice': 'invoice.issue',
  'billing.voidInvoice': 'invoice.void',
  'billing.createCreditNote': 'credit_note.create',
  'billing.recordPayment': 'payment.record',
  'billing.reversePayment': 'payment.reverse',
  'patients.markNotDuplicates': 'patient.flag_different',
  'patients.unmarkNotDuplicates': 'patient.unflag_different',
  'billing.updateInvoice': 'invoice.update',
  'billing.deleteInvoice': 'invoice.delete',
  'inventory.createItem': 'item.create',
  'inventory.updateItem': 'item.update',
  'inventory.createLocation': 'location.create',
  'inventory.receive': 'stock.receive',
  'inventory.adjust': 'stock.adjust',
  'inventory.transfer': 'stock.transfer',
  'inventory.reverse': 'stock.reverse',
  'inventory.quarantineLot': 'lot.quarantine',
  'inventory.releaseLot': 'lot.release',
  'imports.create': 'import.create',
} as const satisfies Record<string, api.AuditAction>
const notRecorded: Record<string, string> = {
  'patients.searchDuplicates': 'changes no record',
  'imports.inspect': 'saves nothing',
}

test('every operation of the clinic that changes data has an audit entry or a reason for none', () => {
  const changing = api.operations.filter(
    ({ id, method }) => method !== 'GET' && /^(patients|billing|inventory|imports)\./.test(id),
  )
  assert.deepEqual(
    changing.map(({ id }) => id).sort(),
    [...Object.keys(recorded), ...Object.keys(notRecorded)].sort(),
  )
})

onDatabase('the audit log of the clinic', (app) => {
  test('has one entry of each operation, and none of previews and of what changes nothing', async () => {
    const log = await watch(app())
    const call: ReturnType<TestApp['as']>['call'] = (operation, ...input) =>
      app()
        .as('admin')
        .call(operation, ...input)
    const expect = async <T>(operation: keyof typeof recorded, done: Promise<T>): Promise<T> => {
      const result = await done
      assert.deepEqual(await log(), [recorded[operation]], operation)
      return result
    }
    const nothing = async <T>(done: Promise<T>): Promise<T> => {
      const result = await done
      assert.deepEqual(await log(), [])
      return result
    }

    const target = await expect('patients.create', call(api.createPatient, { givenName: 'Target' }))
    const source = await expect('patients.create', call(api.createPatient, { givenName: 'Source' }))
    const patientId = target.id
    await expect('patients.update', call(api.updatePatient, { patientId, phone: '0123' }))
    await nothing(call(api.updatePatient, { patientId, phone: '0123' }))
    const pair = { sourceId: source.id, targetId: patientId }
    await nothing(call(api.mergePatients, { ...pair, preview: true }))
    const merged = await expect('patients.merge', call(api.mergePatients, pair))
    await expect('patients.undoMerge', call(api.undoMerge, { mergeId: merged.id! }))

    const patientIds = [source.id, patientId]
    const flag = await expect('patients.markNotDuplicates', call(api.markNotDuplicates, { patientIds }))
    await nothing(call(api.markNotDuplicates, { patientIds }))
    const notDuplicatesId = flag.id
    await expect('patients.unmarkNotDuplicates', call(api.unmarkNotDuplicates, { notDuplicatesId }))
    const forgotten = await expect('patients.create', call(api.createPatient, { givenName: 'Forgotten' }))
    const erasure = { patientId: forgotten.id, reason: 'Asked' }
    await expect('patients.erase', app().as('owner').call(api.erasePatient, erasure))

    const lines = [{ description: 'Visit', quantity: 1, unitPrice: '10.00' }]
    await nothing(call(api.createInvoice, { patientId, lines, preview: true }))
    const saveDraft = async () => {
      const draft = await call(api.createInvoice, { patientId, lines, draft: true })
      assert.deepEqual(await log(), ['invoice.draft'])
      return draft
    }
    const draft = await saveDraft()
    const content = { invoiceId: draft.id!, patientId, lines }
    await expect('billing.updateInvoice', call(api.updateInvoice, content))
    const { id: deleted } = await saveDraft()
    await expect('billing.deleteInvoice', call(api.deleteInvoice, { invoiceId: deleted! }))
    await expect('billing.issueInvoice', call(api.issueInvoice, { invoiceId: draft.id! }))
    const { id } = await expect('billing.createInvoice', call(api.createInvoice, { patientId, lines }))
    const { payments } = await expect(
      'billing.recordPayment',
      call(api.recordPayment, { invoiceId: id!, amount: 1, method: 'cash' }),
    )
    await nothing(refusal(call(api.voidInvoice, { invoiceId: id!, reason: 'Wrong' }), 'invoice_has_payments'))
    const bounced = { paymentId: payments[0]!.id, reason: 'Bounced' }
    await expect('billing.reversePayment', call(api.reversePayment, bounced))
    await nothing(refusal(call(api.reversePayment, bounced), 'already_reversed'))
    await expect('billing.createCreditNote', call(api.createCreditNote, { invoiceId: id!, reason: 'Wrong' }))
    await expect('billing.voidInvoice', call(api.voidInvoice, { invoiceId: draft.id!, reason: 'Wrong' }))

    const item = { sku: 'A-1', name: 'Item', unit: 'box', lotTracking: true }
    const { id: itemId } = await expect('inventory.createItem', call(api.createItem, item))
    await expect('inventory.updateItem', call(api.updateItem, { itemId, name: 'Other' }))
    await nothing(call(api.updateItem, { itemId, name: 'Other' }))
    const store = await expect('inventory.createLocation', call(api.createLocation, { name: 'Store' }))
    const delivery = {
      supplier: 'Acme',
      deliveryNote: 'DN-1',
      lines: [{ itemId, lot: 'L', quantity: 5 }],
    }
    const received = await expect('inventory.receive', call(api.receiveStock, delivery))
    await nothing(call(api.receiveStock, delivery))
    const reason = { mode: 'delta', reason: 'lost' } as const
    const adjusted = await expect(
      'inventory.adjust',
      call(api.adjustStock, { ...reason, lines: [{ itemId, lot: 'L', quantity: -1 }] }),
    )
    await expect('inventory.reverse', call(api.reverseMovements, { documentId: adjusted.adjustmentId }))
    const from = received.levels[0]!.locationId
    const moving = { from, to: store.id, lines: [{ itemId, lot: 'L', quantity: 1 }] }
    await expect('inventory.transfer', call(api.transferStock, moving))
    const lotId = (await call(api.listLots, { itemId })).data[0]!.id
    await expect('inventory.quarantineLot', call(api.quarantineLot, { lotId, reason: 'Recalled' }))
    await expect('inventory.releaseLot', call(api.releaseLot, { lotId }))

    const file = new File(['sku,name,unit\nA-2,Item,box\n'], 'items.csv')
    await nothing(call(api.createImport, { kind: 'items', file, dryRun: true }))
    const { id: importId } = await expect('imports.create', call(api.createImport, { kind: 'items', file }))
    await untilImported(app().as('admin'), importId)
    assert.deepEqual(await log(), [])
  })

  test('has no second entry of a replay', async () => {
    const log = await watch(app())
    const send = () =>
      fetch(app().url + api.createPatient.path, {
        method: 'POST',
        headers: {
          ...app().people.admin.headers,
          'content-type': 'application/json',
          'idempotency-key': 'audited once',
        },
        body: JSON.stringify({ givenName: 'Once' }),
      })
    assert.deepEqual([(await send()).status, (await send()).status], [201, 201])
    assert.deepEqual(await log(), ['patient.create'])
  })

  test('names the fields of a changed patient, not their values', async () => {
    const admin = app().as('admin')
    const { id: patientId } = await admin.call(api.createPatient, { givenName: 'Private' })
    await admin.call(api.updatePatient, { patientId, phone: '0999', birthDate: '1970-01-02' })
    const { data } = await admin.call(api.listAuditLog, { action: 'patient.update', limit: 1 })
    assert.deepEqual(data[0]?.target, { type: 'patient', id: patientId, label: 'Private' })
    assert.deepEqual(data[0]?.details, { fields: 'birthDate, phone' })
  })
})

/** Returns a function that returns the actions of the clinic since its last call. */
async function watch(app: TestApp): Promise<() => Promise<string[]>> {
  const seen = new Set<string>()
  const unseen = async () => {
    const { rows } = await app.db.pool.query<{ id: string; action: string }>(
      `select id, action from audit_log where action ~ '^(patient|invoice|credit_note|payment|item|location|stock|lot|import)[.]'`,
    )
    const entries = rows.filter(({ id }) => !seen.has(id))
    for (const { id } of entries) seen.add(id)
    return entries.map(({ action }) => action)
  }
  await unseen()
  return unseen
}
