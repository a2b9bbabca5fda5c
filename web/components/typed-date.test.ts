import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarDate } from './format.ts'
import { datesIn, isDate, typedDates, waysIn } from './typed-date.ts'

const understood: Record<string, string[]> = {
  '2026-03-31': [
    ...['2026-03-31', '2026/3/31', '31.3.2026', '31/03/26', '31-3-2026', '20260331', '31032026', '31 3 2026'],
    ...['31 Mar 2026', '31 March 2026', '31. March 2026', '31mar26', 'Mar 31, 2026', 'march 31 2026'],
    ...[' 31  Mar,  2026 ', calendarDate('2026-03-31')],
  ],
  '2025-09-01': ['1 Sept 2025', 'Sep 1, 2025', calendarDate('2025-09-01')],
  '2028-02-29': ['29.2.28', '29 Feb 2028'],
  '1785-12-10': ['1785-12-10', '10 Dec 1785'],
}

for (const [date, ways] of Object.entries(understood)) {
  for (const way of ways) test(`“${way}” is ${date}`, () => assert.deepEqual(typedDates(way), [date]))
}

/** Reads a text as readers of a language do. */
const readIn = (language: string, typed: string, latest?: string) =>
  datesIn(typed, waysIn(language), { language, latest })

test('the reader’s language decides the order of day and month', () => {
  const written = {
    'en-US': '03/04/1975',
    'en-GB': '04/03/1975',
    de: '04.03.1975',
    fr: '04/03/1975',
    nl: '4-3-1975',
    'pt-BR': '04031975',
    cs: '4. 3. 1975',
    hr: '04. 03. 1975.',
    ja: '1975年3月4日',
    ko: '1975. 3. 4.',
    hu: '1975. 03. 04.',
    sv: '1975-03-04',
    zh: '75/3/4',
    'ar-EG': '٤\u200f/٣\u200f/١٩٧٥',
    fa: '۱۹۷۵/۳/۴',
  }
  for (const [language, typed] of Object.entries(written))
    assert.deepEqual(readIn(language, typed), ['1975-03-04'], `${typed} in ${language}`)
})

test('a date in another language’s form has several readings, if it could be two dates', () => {
  assert.deepEqual(readIn('sv', '04/03/1975'), ['1975-03-04', '1975-04-03'])
  assert.deepEqual(readIn('en-CA', '04-03-1975'), ['1975-03-04', '1975-04-03'])
  assert.deepEqual(readIn('en-US', '04.03.1975'), ['1975-04-03', '1975-03-04'])
  assert.deepEqual(readIn('en-US', '31.03.1975'), ['1975-03-31'])
  assert.deepEqual(readIn('de', '03/31/1975'), ['1975-03-31'])
})

test('months have their names in English and in the reader’s language, not those that only begin alike', () => {
  assert.deepEqual(readIn('de', '4. März 1975'), ['1975-03-04'])
  assert.deepEqual(readIn('fr', '1 févr. 1975'), ['1975-02-01'])
  assert.deepEqual(readIn('fr', '1 juin 1975'), ['1975-06-01'])
  assert.deepEqual(readIn('fi', '4 marraskuuta 1975'), ['1975-11-04'])
  assert.deepEqual(readIn('fi', '4 Mar 1975'), ['1975-03-04'])
  assert.deepEqual(readIn('en', '4 marraskuuta 1975'), [])
  assert.deepEqual(readIn('fr', '1 jui 1975'), [])
})

test('a date of birth is never in the future, and of any century in which it can be', () => {
  const today = '2026-11-27'
  assert.deepEqual(readIn('de', '12.3.58', today), ['1958-03-12'])
  assert.deepEqual(readIn('de', '12.3.15', today), ['2015-03-12', '1915-03-12'])
  assert.deepEqual(readIn('en-US', '11/27/26', today), ['2026-11-27', '1926-11-27'])
  assert.deepEqual(readIn('en-US', '11/28/26', today), ['1926-11-28'])
  // The month is not taken for the day to find one in the past.
  assert.deepEqual(readIn('fr', '05/12/2026', today), ['2026-12-05'])
})

test('any other date is at most 20 years ahead if its year has two digits', () => {
  const year = new Date().getFullYear()
  const dateIn = (year: number) => typedDates(`31 Mar ${String(year).slice(2)}`)
  assert.deepEqual(dateIn(year + 20), [`${year + 20}-03-31`])
  assert.deepEqual(dateIn(year - 79), [`${year - 79}-03-31`])
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
])
  test(`“${way}” is no date`, () => assert.deepEqual(typedDates(way), []))
for (const way of ['310326', '31 abc 2026', '1.2.3.2026', '0000-01-01'])
  test(`“${way}” is no date`, () => assert.deepEqual(typedDates(way), []))

test('only dates as the API takes them are complete', () => {
  assert.ok(isDate('2028-02-29'))
  for (const text of ['2026-02-29', '2026-2-1', '1.2.2026']) assert.ok(!isDate(text), text)
})
