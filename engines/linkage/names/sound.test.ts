import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soundOf } from './sound.ts'

for (const [one, other] of [
  ['knight', 'night'],
  ['wright', 'right'],
  ['philip', 'filip'],
  ['schmidt', 'shmit'],
  ['macdonald', 'mcdonald'],
] as const)
  test(`${one} sounds like ${other}`, () => assert.equal(soundOf(one), soundOf(other)))

test('different names sound different', () => assert.notEqual(soundOf('meyer'), soundOf('weber')))
