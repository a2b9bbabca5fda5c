import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSecretBox } from './sealed-secret.ts'

test('a sealed secret opens under the same SECRET, for the same person and unchanged, and not otherwise', () => {
  const box = createSecretBox('a secret of some length, only for this')
  const plain = Buffer.from('twenty bytes, no more')
  const sealed = box.seal(plain, 'ada')
  assert.deepEqual(box.open(sealed, 'ada'), plain)
  assert.notDeepEqual(box.seal(plain, 'ada'), sealed)
  assert.ok(!sealed.includes(plain))

  assert.equal(box.open(sealed, 'eve'), null)
  assert.equal(createSecretBox('another secret of some length').open(sealed, 'ada'), null)
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.equal(box.open(changed, 'ada'), null)
  }
})
