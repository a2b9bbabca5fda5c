import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDefinition } from './check-definition.ts'
import { comparable, isInScope } from './scope.ts'

const source = {
  kind: 'document' as const,
  tags: ['Été', 'beta'],
  author: 'Łukasz  Nowák',
  day: '2026-02-28',
}

test('a source is searched if it has one of each kind of name, and is of one of the days', () => {
  for (const scope of [
    {},
    { kinds: ['email', 'document'] },
    { tags: ['gamma', 'ETE'] },
    { authors: ['łukasz nowak'] },
    { from: '2026-02-28', to: '2026-02-28' },
    { tags: ['BETA'], authors: ['ŁUKASZ NOWÁK'], kinds: ['document'], from: '2026-01-01' },
    { speakers: ['Whoever'] },
  ] as const)
    assert.ok(isInScope(scope as never, source), JSON.stringify(scope))
  for (const scope of [
    { kinds: ['email'] },
    { tags: ['et'] },
    { authors: ['Lukas'] },
    { from: '2026-03-01' },
    { to: '2026-02-27' },
    { tags: ['beta'], authors: ['Ada'] },
  ] as const)
    assert.ok(!isInScope(scope as never, source), JSON.stringify(scope))
  assert.ok(!isInScope({ authors: ['Ada'] }, { ...source, author: null }))
})

test('names are compared without case and accents, but vowel signs are letters', () => {
  assert.equal(comparable(' JOSÉ\tde  la Ñ'), comparable('jose de la n'))
  assert.equal(comparable('STRAẞE'), comparable('strasse'))
  assert.notEqual(comparable('किताब'), comparable('कतब'))
})

test('days in the wrong order are reported at the second', () => {
  const definition = { phrases: [], query: 'price', exclude: [], language: null }
  const problems = checkDefinition({ ...definition, scope: { from: '2026-02-01', to: '2026-01-31' } })
  assert.deepEqual(
    problems.map(({ path }) => path),
    ['scope.to'],
  )
})
