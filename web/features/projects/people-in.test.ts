import assert from 'node:assert/strict'
import { test } from 'node:test'
import { peopleIn } from './people-in.ts'

const cases: [text: string, people: object[]][] = [
  ['', []],
  [' \n, \n', []],
  ['Vera Stein', [{ name: 'Vera Stein' }]],
  [
    'Vera Stein, Vera ,Veras\n Ben=Courier \r\n',
    [
      { name: 'Vera Stein', forms: ['Vera', 'Veras'] },
      { name: 'Ben', pseudonym: 'Courier' },
    ],
  ],
]

for (const [text, people] of cases) test(JSON.stringify(text), () => assert.deepEqual(peopleIn(text), people))
