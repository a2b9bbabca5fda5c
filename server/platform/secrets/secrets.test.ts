import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decrypt, encrypt, readSigned, Secrets, sign } from '#platform'

const [before, rotating, after] = [['old'], ['new', 'old'], ['new']].map(
  (names) => new Secrets(names.map((name) => `the ${name} secret, of some length`)),
) as [Secrets, Secrets, Secrets]
const stranger = new Secrets(['a secret that is not listed anywhere'])

const use = { purpose: 'a test', owner: 'ada' }
const plain = Buffer.from('twenty bytes, no more')
const changed = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

test('a secret is identified by eight digits that do not reveal it, and shown nowhere', () => {
  assert.match(before.newest.id, /^[0-9a-f]{8}$/)
  assert.deepEqual(rotating.ids, [after.newest.id, before.newest.id])
  assert.equal(new Set([...rotating.ids, ...stranger.ids]).size, 3)
  assert.doesNotMatch(JSON.stringify(rotating), /some length/)
  assert.notDeepEqual(before.newest.key('one'), before.newest.key('other'))
})

test('encrypted data is decrypted while its secret is listed, for the same use and unchanged, and not otherwise', () => {
  const encrypted = encrypt(before.newest, plain, use)
  for (const secrets of [before, rotating]) assert.deepEqual(decrypt(secrets, encrypted, use), plain)
  assert.equal(decrypt(after, encrypted, use), null)
  assert.equal(decrypt(stranger, { ...encrypted, secretId: stranger.newest.id }, use), null)
  assert.notDeepEqual(encrypt(before.newest, plain, use), encrypted)
  assert.ok(!encrypted.bytes.includes(plain))

  assert.equal(decrypt(rotating, encrypted, { ...use, owner: 'eve' }), null)
  assert.equal(decrypt(rotating, encrypted, { ...use, purpose: 'another' }), null)
  assert.equal(decrypt(rotating, { ...encrypted, secretId: after.newest.id }, use), null)
  for (const at of [0, 12, encrypted.bytes.length - 1])
    assert.equal(decrypt(rotating, { ...encrypted, bytes: changed(encrypted.bytes, at) }, use), null)
})

test('a signed text is read while its secret is listed, under its name and unchanged, and not otherwise', () => {
  const signed = sign(before.newest, 'cookie', 'a.text')
  for (const secrets of [before, rotating])
    assert.deepEqual(readSigned(secrets, 'cookie', signed), { text: 'a.text', secret: secrets.all.at(-1) })
  assert.equal(readSigned(after, 'cookie', signed), null)
  assert.equal(readSigned(rotating, 'another cookie', signed), null)
  const otherId = signed.replace(before.newest.id, after.newest.id)
  for (const wrong of ['', 'a.text', `x${signed}`, signed.slice(0, -1), `${signed}x`, otherId])
    assert.equal(readSigned(rotating, 'cookie', wrong), null, wrong)
})
