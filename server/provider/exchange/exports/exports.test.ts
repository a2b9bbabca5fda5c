import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { onEachDatabase, refusal, type TestApp } from '#testing'

/** Reads an export as the admin. */
const exported = async (app: TestApp, kind: api.ExportKind, format: 'csv' | 'ndjson'): Promise<string> =>
  (await app.as('admin').call(api.exportRecords, { kind, format })).text()

onEachDatabase('exports', (app) => {
  const call: ReturnType<TestApp['as']>['call'] = (operation, ...input) =>
    app()
      .as('admin')
      .call(operation, ...input)
  const records = async (kind: api.ExportKind): Promise<Record<string, unknown>[]> =>
    (await exported(app(), kind, 'ndjson'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))

  test('of an empty clinic have a header as CSV and nothing as NDJSON', async () => {
    for (const kind of api.exportKinds) {
      assert.match(await exported(app(), kind, 'csv'), /^[a-zA-Z]+(,[a-zA-Z]+)*\r\n$/)
      assert.equal(await exported(app(), kind, 'ndjson'), '')
    }
  })

  test('of patients have live records with identifiers, and text that no spreadsheet runs', async () => {
    const identifiers = [{ system: 'insurance', value: 'A, "1"' }]
    const target = await call(api.createPatient, { familyName: 'Ünal', phone: '+49 30 1', identifiers })
    const source = await call(api.createPatient, { familyName: '=1+1' })
    const cells = `"[{""system"":""insurance"",""value"":""A, \\""1\\"""",""use"":""usual""}]"`
    const known = { externalId: target.id, familyName: 'Ünal', phone: "'+49 30 1", identifiers: cells }
    const columns = ['externalId', ...api.patientColumns, 'identifiers']
    const line = (row: Record<string, string>) =>
      `${columns.map((name) => row[name] ?? (name === 'sex' ? 'unknown' : '')).join(',')}\r\n`
    assert.equal(
      await exported(app(), 'patients', 'csv'),
      `${columns}\r\n${line(known)}${line({ externalId: source.id, familyName: "'=1+1" })}`,
    )
    await call(api.mergePatients, { sourceId: source.id, targetId: target.id })
    assert.deepEqual(
      (await records('patients')).map(({ externalId, identifiers, phone }) => [
        externalId,
        identifiers,
        phone,
      ]),
      [[target.id, [{ ...identifiers[0], use: 'usual' }], '+49 30 1']],
    )
  })

  test('of stock have items, what is on hand by lot and location, and movements', async () => {
    const item = { sku: 'GAUZE', name: 'Gauze', unit: 'roll', expiryTracking: true, reorderLevel: '2.50' }
    const { id: itemId } = await call(api.createItem, item)
    const { id: locationId } = await call(api.createLocation, { name: 'Fridge' })
    const line = { itemId, lot: 'B', expiresOn: '2031-01-31', quantity: 3, unitCost: '1.20' }
    const lines = [line, { ...line, lot: 'A', quantity: 1, unitCost: 2, locationId }]
    await call(api.receiveStock, { supplier: 'Acme', deliveryNote: '1', lines })
    const lotId = (await call(api.listLots, { itemId, lot: 'B' })).data[0]!.id
    await call(api.quarantineLot, { lotId, reason: 'Recalled' })

    assert.deepEqual(await records('items'), [
      {
        externalId: itemId,
        ...{ sku: 'GAUZE', name: 'Gauze', unit: 'roll', gtin: null },
        ...{ lotTracking: true, expiryTracking: true, reorderLevel: '2.5' },
      },
    ])
    assert.equal(
      await exported(app(), 'levels', 'csv'),
      'sku,lot,expiresOn,quarantineReason,location,quantity,unitCost\r\n' +
        'GAUZE,A,2031-01-31,,Fridge,1,1.4\r\n' +
        'GAUZE,B,2031-01-31,Recalled,Main,3,1.4\r\n',
    )
    const moved = (await records('movements')).map(({ lot, quantity, from, to, reason }) =>
      [lot, quantity, from, to, reason].join(' '),
    )
    assert.deepEqual(moved.sort(), ['A 1 Supplier Fridge received', 'B 3 Supplier Main received'])
  })

  test('of billing have invoices with lines, and payments with refunds as plain numbers', async () => {
    const { id: patientId } = await call(api.createPatient, { familyName: 'Payer' })
    const lines = [{ description: 'Visit', quantity: 1, unitPrice: '80' }]
    const invoice = await call(api.createInvoice, { patientId, lines })
    const invoiceId = invoice.id!
    await call(api.recordPayment, { invoiceId, amount: 80, method: 'card' })
    await call(api.createCreditNote, { invoiceId, reason: 'Canceled' })
    await call(api.recordPayment, { invoiceId, amount: -80, method: 'card' })

    const [found] = await records('invoices')
    const { number, patientExternalId, gross, credited, due } = found!
    assert.deepEqual(
      { number, patientExternalId, gross, credited, due },
      {
        number: invoice.number,
        patientExternalId: patientId,
        gross: '80.00',
        credited: '80.00',
        due: '0.00',
      },
    )
    assert.deepEqual(found!.lines, JSON.parse(JSON.stringify(invoice.lines)))
    assert.match(
      await exported(app(), 'payments', 'csv'),
      new RegExp(`${invoice.number},payment,80.00,EUR,card.*\r\n.*${invoice.number},refund,-80.00,EUR,card`),
    )
  })

  test('have every record once, oldest first, in more than one batch', async () => {
    const { pool } = app().db
    await pool.query(`insert into patients (id, family_name)
      select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Patient ' || n from generate_series(1, 1999) n`)
    const names = (await records('patients')).slice(0, 1999).map(({ familyName }) => familyName)
    assert.deepEqual(
      names,
      Array.from({ length: 1999 }, (_, n) => `Patient ${n + 1}`),
    )
  })

  test('are in the audit log, whatever is exported, even if the caller hangs up', async () => {
    const key = await app().withKey('admin')
    const hangUp = async (response: Response) => response.body?.cancel()
    const item = { sku: 'RECALLED', name: 'Recalled', unit: 'box', lotTracking: true }
    const { id: itemId } = await call(api.createItem, item)
    const lines = [{ itemId, quantity: 1, lot: 'R-1' }]
    const delivery = { supplier: 'Acme', deliveryNote: 'To be recalled', lines }
    const lotId = (await call(api.receiveStock, delivery)).levels[0]!.lotId!
    for (const kind of api.exportKinds)
      await hangUp(await key.call(api.exportRecords, { kind, format: 'ndjson' }))
    await hangUp(await key.call(api.exportRecall, { lotId }))
    await hangUp(await key.call(api.exportAuditLog, { action: 'lot.release' }))
    await hangUp(await key.call(api.exportAccessLog, { from: '2026-01-01T00:00:00Z' }))
    const { data } = await call(api.listAuditLog, { action: 'data.export', apiKey: key.keyId })
    assert.deepEqual(data.map(({ target, details }) => [target.label, details]).toReversed(), [
      ...api.exportKinds.map((kind) => [kind, { kind, format: 'ndjson' }]),
      ['RECALLED R-1', { kind: 'recall', format: 'csv' }],
      ['audit log', { kind: 'audit_log', format: 'csv', action: 'lot.release' }],
      ['access log', { kind: 'access_log', format: 'csv', from: '2026-01-01T00:00:00.000Z' }],
    ])
    const ofRows = (api.operations as readonly api.Operation[]).filter(
      ({ result }) => 'media' in result && result.media.some((type) => /csv|json/.test(type)),
    )
    assert.deepEqual(ofRows.map(({ id }) => id).sort(), [
      'accessLog.export',
      'auditLog.export',
      'exports.get',
      'inventory.exportRecall',
    ])
  })

  test('are for the owner and admins', async () => {
    await refusal(app().as('member').call(api.exportRecords, { kind: 'patients' }), 'forbidden')
  })
})
