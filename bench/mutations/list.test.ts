import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placesOf, productSource, readMutations } from './list.ts'

test('every mutation has one place in the product and changes it', () => {
  const mutations = readMutations()
  const source = productSource()
  const problems = mutations.flatMap((mutation, at) => {
    const { name, original, replacement } = mutation
    const places = placesOf(mutation, source)
    const found = places.map(({ path }) => path).join(', ')
    return [
      ...(places.length === 1 ? [] : [`${name}: found ${places.length} times (${found}): ${original}`]),
      ...(replacement.trim() === original.trim() ? [`${name}: changes nothing`] : []),
      ...(mutations.findIndex((other) => other.name === name) < at ? [`${name}: is listed twice`] : []),
    ]
  })
  assert.deepEqual(problems, [])
  assert.ok(mutations.length >= 100, `only ${mutations.length} mutations`)
})
