import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { onDatabase, refusal } from '#testing'
import { errorsOf, imported, inputOf } from './testing/files.ts'

const none = { created: 0, updated: 0, unchanged: 0, flagged: 0, failed: 0 }

onDatabase('the import of items', (app) => {
  const run = (content: string, given: object = {}) => imported(app(), 'items', content, given)
  const admin = () => app().as('admin')
  const find = async (sku: string) => (await admin().call(api.listItems, { q: sku })).data[0]!

  test('creates items by SKU, and updates those that changed', async () => {
    const header = 'sku,description,uom,barcode,expiry tracking,reorder level\n'
    const first = await run(`${header}A-1,Gauze,roll,4006381333931,yes,"2.50"\nA-2,Tape,roll,,,\n`)
    assert.deepEqual([first.counts, first.key], [{ ...none, created: 2 }, 'sku'])
    const gauze = await find('A-1')
    assert.deepEqual(
      [gauze.name, gauze.gtin, gauze.lotTracking, gauze.expiryTracking, String(gauze.reorderLevel)],
      ['Gauze', '4006381333931', true, true, '2.5'],
    )
    const again = await run(`${header}A-1,Gauze,roll,4006381333931,yes,3\nA-2,Tape,roll,,,\n`)
    assert.deepEqual(again.counts, { ...none, updated: 1, unchanged: 1 })
    assert.deepEqual([String((await find('A-1')).reorderLevel), (await find('A-1')).version], ['3', 2])
  })

  test('takes an item that has the SKU of a row, unless it was imported under another key', async () => {
    await admin().call(api.createItem, { sku: 'B-1', name: 'Own', unit: 'box' })
    const file = 'externalId,sku,name,unit\nX1,B-1,Own,box\n'
    assert.deepEqual((await run(file)).counts, { ...none, unchanged: 1 })
    const other = await run('externalId,sku,name,unit\nX2,B-1,Other,box\n')
    assert.deepEqual(await errorsOf(app(), other), ['2 sku: Another item has this SKU'])
  })

  test('flags a row that would turn an item into another one, and updates a renumbered or renamed one', async () => {
    const header = 'externalId,sku,name,unit\n'
    await run(`${header}M1,DRS-1,Dressing,box\nM2,NDL-1,Needle 21G,box\nM3,SWB-1,Swab,box\n`)
    const done = await run(
      `${header}M1,CTH-9,Catheter,box\nM2,4711,Needle 21 G,box\nM3,SWB-1,Tupfer,box\nM4,CTH-9,Catheter,box\n`,
    )
    assert.deepEqual(done.counts, { ...none, created: 1, updated: 2, flagged: 1 })
    assert.deepEqual(await errorsOf(app(), done), [
      '2 null: The row has another SKU and name (CTH-9 Catheter) than the item with this key (DRS-1 Dressing)',
    ])
    assert.equal((await find('DRS-1')).name, 'Dressing')
  })

  test('reports every invalid field, and what an existing item does not allow', async () => {
    const { id: itemId } = await admin().call(api.createItem, { sku: 'C-1', name: 'Moved', unit: 'box' })
    const line = { itemId, quantity: 1 }
    await admin().call(api.receiveStock, { supplier: 'S', deliveryNote: 'C', lines: [line] })
    const done = await run(
      'sku,name,unit,gtin,lotTracking,expiryTracking,reorderLevel\n' +
        'C-1,Moved,roll,,true,,\n' +
        ',,box,123,perhaps,,-1\n' +
        'C-2,Two,box,4006381333924,,,\n' +
        'C-3,Three,box,04006381333924,,,\n' +
        'C-4,Four,box,,false,true,\n',
    )
    assert.deepEqual(done.counts, { ...none, created: 1, failed: 4 })
    assert.deepEqual(await errorsOf(app(), done), [
      '2 lotTracking: Fixed once stock has moved',
      '2 unit: Fixed while 1 box are in stock',
      '3 key: Enter a value: this column identifies the row',
      '3 sku: Enter a value',
      '3 name: Enter a value',
      '3 lotTracking: Enter true or false',
      '3 gtin: Not a GTIN: enter 8, 12, 13 or 14 digits with a valid check digit',
      '3 reorderLevel: Enter zero or more',
      '5 gtin: Row 4 has this GTIN',
      '6 lotTracking: Expiry tracking requires lot tracking',
    ])
  })

  test('needs columns for SKU, name and unit', async () => {
    const sent = admin().call(api.createImport, inputOf('sku,name\nA,B\n', { kind: 'items' }))
    const { errors } = await refusal(sent, 'validation_failed')
    assert.deepEqual(errors, [{ path: 'columns', message: 'Match a column with unit.' }])
  })
})
