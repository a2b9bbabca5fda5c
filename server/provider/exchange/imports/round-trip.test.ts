import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { databaseKinds, startTestApp, type TestApp } from '#testing'
import { assertBooks } from '../../inventory/testing/books.ts'
import { exported, imported } from './testing/files.ts'

const kinds = [
  ['patients', 'patients'],
  ['items', 'items'],
  ['levels', 'stock'],
] as const

for (const kind of databaseKinds) {
  test(`an export imported into an empty installation is exported the same, ${kind}`, async (t) => {
    const [from, to] = await Promise.all([startTestApp(kind), startTestApp(kind)])
    t.after(() => Promise.all([from.stop(), to.stop()]))
    await fill(from)
    for (const format of ['csv', 'ndjson'] as const)
      for (const [exportKind, importKind] of kinds) {
        const text = await exported(from, exportKind, format)
        const { counts } = await imported(to, importKind, text)
        assert.deepEqual([counts.flagged, counts.failed], [0, 0])
        assert.equal(await exported(to, exportKind, format), text)
      }
    await assertBooks(to)
    // Back where it came from, an export finds its own records.
    for (const [exportKind, importKind] of kinds.slice(0, 2)) {
      const { counts } = await imported(from, importKind, await exported(to, exportKind))
      assert.deepEqual([counts.created, counts.updated, counts.flagged, counts.failed], [0, 0, 0, 0])
    }
  })
}

async function fill(app: TestApp): Promise<void> {
  const call: ReturnType<TestApp['as']>['call'] = (operation, ...input) =>
    app.as('admin').call(operation, ...input)
  const address = { line: 'Rue de l’Œuvre 5\n"Escalier B"', city: "'=Ville", postalCode: '-1', country: 'FR' }
  const identifiers = [
    { system: 'http://a.test/"id"', value: "=A1,'", use: 'official' as const },
    { system: 'old', value: 'x', use: 'old' as const },
  ]
  await call(api.createPatient, {
    givenName: '=1+1',
    familyName: '@Ünal',
    phone: '+49 30 1',
    address,
    identifiers,
  })
  await call(api.createPatient, { givenName: "''=quoted", birthDate: '1984-02-29', sex: 'other' })
  const [target, source] = await Promise.all(
    ['王', 'שלום'].map((familyName, n) =>
      call(api.createPatient, { familyName, identifiers: [{ system: 'n', value: `${n}` }] }),
    ),
  )
  await call(api.mergePatients, { sourceId: source!.id, targetId: target!.id })
  await imported(app, 'patients', 'id,surname,email\nEXT-1,Eastwood,a@b.test\n')

  const fridge = await call(api.createLocation, { name: 'Fridge "2"' })
  const lots = await call(api.createItem, {
    ...{ sku: '=SKU', name: 'Vaccine, cold', unit: 'dose', expiryTracking: true },
    ...{ gtin: '04006381333931', reorderLevel: '1.5' },
  })
  const plain = await call(api.createItem, { sku: 'B', name: 'Gauze', unit: 'roll' })
  await call(api.createItem, { sku: 'C', name: 'Lots', unit: 'box', lotTracking: true })
  const line = { itemId: lots.id, expiresOn: '2031-05-31', unitCost: '3.333333' }
  await call(api.receiveStock, {
    ...{ supplier: 'S', deliveryNote: '1' },
    lines: [
      { ...line, lot: '-L', quantity: '3' },
      { ...line, lot: 'Z', quantity: '0.000001', unitCost: '1.1' },
      { ...line, lot: 'a', quantity: '2', locationId: fridge.id },
      { itemId: plain.id, quantity: 7 },
    ],
  })
  const lotId = (await call(api.listLots, { lot: '-L' })).data[0]!.id
  await call(api.quarantineLot, { lotId, reason: '=Recalled' })
  await call(api.adjustStock, { mode: 'delta', reason: 'lost', lines: [{ itemId: plain.id, quantity: -7 }] })
}
