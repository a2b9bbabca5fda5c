import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsCsv } from './rows-csv.ts'

test('fields of objects have their own columns, and lists are JSON', () => {
  const rows = [
    { id: 'a', billTo: { name: 'Ada, Ltd', address: { city: null } }, lines: [{ quantity: '1' }] },
    { id: 'b', billTo: { name: 'Bob', address: { city: 'Athens' } }, lines: [] },
  ]
  assert.equal(
    rowsCsv(rows),
    [
      'id,billTo.name,billTo.address.city,lines',
      'a,"Ada, Ltd",,"[{""quantity"":""1""}]"',
      'b,Bob,Athens,',
      '',
    ].join('\r\n'),
  )
})

test('a field that only some rows have is empty in the others', () => {
  assert.equal(
    rowsCsv([{ id: 'a' }, { id: 'b', note: 'n', owner: { id: 'c' } }]),
    'id,note,owner.id\r\na,,\r\nb,n,c\r\n',
  )
})

test('negative amounts stay numbers, and formulas become text', () => {
  assert.equal(
    rowsCsv([{ amount: '-20.50', phone: '+49 30 1', name: '=1+1' }]),
    "amount,phone,name\r\n-20.50,'+49 30 1,'=1+1\r\n",
  )
})
