import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createItem, receiveStock } from '#contract'
import { onDatabase } from '#testing'
import { assertBooks } from '../testing/books.ts'

onDatabase('the ledger', (app) => {
  test('cannot be changed or deleted, even by the application', async () => {
    const member = app().as('member')
    await member.call(createItem, { sku: 'Kept', name: 'Kept', unit: 'box' })
    const lines = [{ sku: 'Kept', quantity: 3 }]
    const { movements } = await member.call(receiveStock, { supplier: 'Acme', deliveryNote: '1', lines })
    const change = (statement: string) =>
      assert.rejects(app().db.pool.query(statement), { code: '23001' }, statement)
    for (const table of ['stock_movements', 'stock_documents']) {
      await change(`update ${table} set occurred_at = now()`)
      await change(`update ${table} set id = id where false`)
      await change(`delete from ${table}`)
      await change(`truncate ${table} cascade`)
    }
    await change(`delete from locations where name = 'Main'`)
    await change('truncate items cascade')
    const { rows } = await app().db.pool.query('select id from stock_movements')
    assert.deepEqual(rows, [{ id: movements[0]?.id }])
    await assertBooks(app())
  })

  test('no balance can fall below zero in the database', async () => {
    const below = app().db.pool.query('update stock_balances set on_hand = on_hand - 4')
    await assert.rejects(below, { code: '23514' })
    await assert.rejects(app().db.pool.query('update items set on_hand = -1'), { code: '23514' })
  })
})
