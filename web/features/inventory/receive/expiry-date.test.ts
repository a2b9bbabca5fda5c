import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryDate, expiryDates } from './expiry-date.ts'

const understood: Record<string, string[]> = {
  '2027-03-31': [
    ...['2027-03-31', '31.3.27', '31/03/2027', '31-3-2027', '31 mar 2027', '31MAR27', '20270331', '31032027'],
    ...['2027-03', '2027/3', '03.2027', '3/27', '03 27', '0327', '032027', 'Mar 2027', 'MAR27', 'march 27'],
    ...[' 2027 - 03 '.replaceAll(' ', ''), '2027 mar'],
  ],
  '2028-02-29': ['2028-02', '0228', '29.2.28', '2/2028'],
  '2027-02-28': ['0227', 'feb 2027'],
  '2027-12-20': ['20122027', '20271220'],
}

for (const [date, ways] of Object.entries(understood)) {
  for (const way of ways) test(`“${way}” is ${date}`, () => assert.equal(expiryDate(way), date))
}

for (const way of [
  '',
  'soon',
  '29.2.27',
  '1327',
  '0027',
  '31.4.2027',
  '2027-13',
  '270331',
  '3',
  '31.3',
  'abc 27',
]) {
  test(`“${way}” is no date`, () => assert.equal(expiryDate(way), null))
}

test('numbers for day and month are in the order of the reader’s language', () => {
  assert.deepEqual(expiryDates('03/04/2027', 'en-US'), ['2027-03-04'])
  assert.deepEqual(expiryDates('03/04/2027', 'fr'), ['2027-04-03'])
  assert.deepEqual(expiryDates('03/04/2027', 'hu'), ['2027-04-03', '2027-03-04'])
  assert.deepEqual(expiryDates('2027年3月', 'ja'), ['2027-03-31'])
})
