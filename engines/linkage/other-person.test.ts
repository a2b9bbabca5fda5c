import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOtherPerson } from './other-person.ts'

const person = (text: string) => {
  const [givenName = null, familyName = null, birthDate = null] = text
    .split(',')
    .map((value) => value.trim() || null)
  return { givenName, familyName, birthDate }
}
const tabitha = 'Tabitha, Quill, 1984-03-11'

for (const [what, after, before = tabitha] of [
  ['a corrected date of birth', 'Tabitha, Quill, 1979-12-24'],
  ['a new family name', 'Tabitha, Okafor, 1984-03-11'],
  ['another full name', 'Samuel, Okafor, 1984-03-11'],
  ['a new family name, and a mistyped date', 'Tabitha, Okafor, 1984-03-17'],
  ['a new family name, and day and month swapped', 'Tabitha, Okafor, 1984-11-03'],
  ['a mistyped name, and a corrected date', 'Tabihta, Quil, 1979-12-24'],
  ['swapped names, and a corrected date', 'Quill, Tabitha, 1979-12-24'],
  ['a short form, and a corrected date', 'Bill, Quill, 1979-12-24', 'William, Quill, 1984-03-11'],
  ['accents, and a corrected date', 'Zoë, Mueller, 1979-12-24', 'Zoe, Müller, 1984-03-11'],
  ['a second given name, and a corrected date', 'Tabitha Jane, Quill-Okafor, 1979-12-24'],
  ['an initial, and a corrected date', 'T., Quill, 1979-12-24'],
  [
    'a name for a newborn, and a corrected date',
    'Tabitha, Quill, 2024-05-05',
    'Baby girl, Quill, 2024-03-11',
  ],
  ['a date of birth that was missing, and a new family name', tabitha, 'Tabitha, Okafor,'],
  ['a date of birth instead of a placeholder, and a new family name', tabitha, 'Tabitha, Okafor, 1900-01-01'],
  ['another name without a date of birth', 'Samuel, Okafor,', 'Tabitha, Quill,'],
] as const)
  test(`${what} can be one person's`, () => {
    assert.equal(isOtherPerson(person(before), person(after)), false)
  })

for (const [what, after, before = tabitha] of [
  ['another given name, in one family', 'Samuel, Quill, 1990-10-01'],
  ['another family name, with the same given name', 'Tabitha, Okafor, 1990-10-01'],
  ['another full name, in the same month', 'Samuel, Okafor, 1984-03-28'],
  ['another family name and no given name', ', Okafor, 1990-10-01'],
  ['another name in another script', 'Самуил, Кольцов, 1990-10-01'],
  ['a full name whose date of birth is missing', 'Samuel, Okafor,'],
  ['a full name whose date of birth was missing', 'Samuel, Okafor, 1990-10-01', 'Tabitha, Quill,'],
  ['names of which one is in the other field', 'Okafor, Tabitha, 1990-10-01'],
] as const)
  test(`${what} and another date of birth are another person's`, () => {
    assert.equal(isOtherPerson(person(before), person(after)), true)
  })
