import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { onDatabase } from '#testing'
import { assertBooks } from '../../inventory/testing/books.ts'
import { errorsOf, exported, imported } from './testing/files.ts'

const none = { created: 0, updated: 0, unchanged: 0, flagged: 0, failed: 0 }

onDatabase('the import of opening stock', (app) => {
  const run = (content: string, given: object = {}) => imported(app(), 'stock', content, given)
  const items = (content: string) => imported(app(), 'items', `sku,name,unit,expiryTracking\n${content}`)
  const levels = () => exported(app(), 'levels')

  test('receives it with lots, expired ones too, cost, quarantine and new locations', async () => {
    await items('A-1,Vaccine,dose,yes\nA-2,Gauze,roll,\n')
    const header = 'sku,lot,expiresOn,quarantineReason,location,quantity,unitCost\r\n'
    const rows =
      'A-1,L1,2031-01-31,,Fridge,5,2.5\r\nA-1,L2,2020-01-31,Recalled,Main,1.5,2.5\r\nA-2,,,,main,3,\r\n'
    const done = await run(header + rows)
    assert.deepEqual([done.status, done.counts, done.key], ['done', { ...none, created: 3 }, null])
    assert.equal(await levels(), header + rows.replace('main', 'Main'))
    await assertBooks(app())
    assert.deepEqual((await run(header + rows)).counts, { ...none, unchanged: 3 })
    assert.equal(await levels(), header + rows.replace('main', 'Main'))
  })

  test('does not change stock that was imported before', async () => {
    await items('B-1,Tape,roll,\n')
    await run('sku,quantity\nB-1,5\n')
    const again = await run('sku,quantity\nB-1,6\n')
    assert.deepEqual(await errorsOf(app(), again), [
      '2 quantity: This stock was imported before with other values. Adjust the stock instead',
    ])
    assert.match(await levels(), /B-1,,,,Main,5,/)
  })

  test('reports what is wrong with each row and field, and receives the others', async () => {
    await items('C-1,Vaccine,dose,yes\nC-2,Gauze,roll,\n')
    const done = await run(
      'sku,lot,expiresOn,quarantine,quantity,cost\n' +
        'C-1,L1,2031-01-31,,1,\n' +
        'C-1,,,,1,\n' +
        'C-1,L2,,,1,\n' +
        'C-2,L1,2031-01-31,,1,\n' +
        'C-2,,,Why,1,\n' +
        'C-9,,,,1,\n' +
        'C-2,,31.01.2031,,none,-1\n' +
        'C-1,l1,2032-01-31,,1,\n',
    )
    assert.deepEqual(done.counts, { ...none, created: 1, failed: 7 })
    assert.deepEqual(await errorsOf(app(), done), [
      '3 lot: Enter the lot: C-1 is tracked by lots',
      '4 expiresOn: Enter the expiry of lot L2 of C-1',
      '5 lot: C-2 is not tracked by lots',
      '6 quarantineReason: Only a lot can be in quarantine',
      '7 sku: Item not found',
      '8 expiresOn: Enter a date such as 2026-01-31',
      '8 quantity: Enter a number such as 12.50',
      '8 unitCost: Enter zero or more',
      '9 null: The same key as row 2',
    ])
    await assertBooks(app())
  })

  test('of a dry run receives nothing and creates no location', async () => {
    await items('D-1,Tape,roll,\n')
    const before = await levels()
    const dry = await run('sku,quantity,location\nD-1,5,Attic\n', { dryRun: true })
    assert.deepEqual(dry.counts, { ...none, created: 1 })
    assert.equal(await levels(), before)
    const { data } = await app().as('admin').call(api.listLocations, {})
    assert.ok(data.every(({ name }) => name !== 'Attic'))
  })
})
