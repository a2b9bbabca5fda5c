import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarDate } from './format.ts'
import { readDate, readings, typedDate } from './typed-date.ts'

const understood: Record<string, string[]> = {
  '2026-03-31': [
    ...['2026-03-31', '2026/3/31', '31.3.2026', '31/03/26', '31-3-2026', '20260331', '31032026'],
    ...[
      '31 Mar 2026',
      '31 March 2026',
      '31. März 2026'.replace('ä', 'a'),
      '31mar26',
      'Mar 31, 2026',
      'march 31 2026',
    ],
    ...[' 31  Mar,  2026 ', calendarDate('2026-03-31')],
  ],
  '2025-09-01': ['1 Sept 2025', 'Sep 1, 2025', calendarDate('2025-09-01')],
  '2028-02-29': ['29.2.28', '29 Feb 2028'],
  '1785-12-10': ['10.12.1785', '1785-12-10'],
}

for (const [date, ways] of Object.entries(understood)) {
  for (const way of ways) test(`“${way}” is ${date}`, () => assert.equal(typedDate(way), date))
}

test('day and month have the order that is asked for', () => {
  assert.equal(readDate('3/4/2026', readings('mdy')), '2026-03-04')
  assert.equal(readDate('3/4/2026', readings('dmy')), '2026-04-03')
  assert.equal(readDate('03042026', readings('mdy')), '2026-03-04')
  assert.equal(readDate('2026-03-04', readings('mdy')), '2026-03-04')
  assert.equal(readDate('3.4.2026', readings('mdy')), '2026-04-03')
  assert.equal(readDate('31/3/2026', readings('mdy')), null)
})

for (const way of [
  '',
  'soon',
  '3',
  '31.3',
  '2026-03',
  'Mar 2026',
  '29.2.26',
  '31.4.2026',
  '0.1.2026',
  '2026-13-01',
  '310326',
  '31 abc 2026',
  '1.2.3.2026',
  '0000-01-01',
])
  test(`“${way}” is no date`, () => assert.equal(typedDate(way), null))
