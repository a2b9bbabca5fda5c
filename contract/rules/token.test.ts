import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasFormatAndChecksum, prefixOf, type Sha256, tokensIn } from './token.ts'

const sha256: Sha256 = (text) => hash('sha256', text, 'hex')
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const runs = { numRuns: 2000 }

const tokenOf = (secret: string) => `${prefixOf(secret, sha256)}_${secret}`
const newToken = () => tokenOf(randomBytes(32).toString('base64url'))
const isToken = (text: string) => hasFormatAndChecksum(text, sha256)
const found = (text: string) => tokensIn(text, sha256)

const token = fc.noShrink(fc.constant(null).map(newToken))
const place = fc.nat(55)

test('the eight digits of a token are the first 32 bits of the SHA-256 of its secret part', () => {
  const secret = 'A'.repeat(43)
  // From `printf 'AAA…' | sha256sum`.
  assert.equal(prefixOf(secret, sha256), 'aie_0f007385')
  assert.ok(isToken(`aie_0f007385_${secret}`))
  assert.ok(!isToken(`aie_0f007384_${secret}`))
})

test('a token with one character changed is no token', () => {
  const anything = fc.nat(0xffff).map((unit) => String.fromCharCode(unit))
  const character = fc.oneof(anything, fc.constantFrom(...base64url))
  fc.assert(
    fc.property(token, place, character, (token, at, other) => {
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      assert.equal(isToken(changed), changed === token, JSON.stringify([changed, at]))
    }),
    runs,
  )
})

test('a token that was cut or added to anywhere is no token', () => {
  const character = fc.constantFrom(...base64url, ' ', '\n', '\r', '\0', '=')
  fc.assert(
    fc.property(token, place, character, (token, at, other) => {
      assert.ok(!isToken(token.slice(0, at) + token.slice(at + 1)))
      assert.ok(!isToken(token.slice(0, at)))
      assert.ok(!isToken(token.slice(0, at) + other + token.slice(at)))
      assert.ok(!isToken(token + other))
    }),
    runs,
  )
})

test('of the 64 characters, 16 can end a token: the others carry bits that 32 bytes do not have', () => {
  const secret = randomBytes(32).toString('base64url').slice(0, 42)
  const endings = [...base64url].filter((character) => isToken(tokenOf(secret + character)))
  assert.equal(endings.length, 16)
  const bytes = new Set(endings.map((end) => Buffer.from(secret + end, 'base64url').toString('hex')))
  assert.equal(bytes.size, 16)
})

test('tokens are found in any text, each once and in order, whatever is next to them', () => {
  const [one, other, third] = [newToken(), newToken(), newToken()]
  const lookAlike = one.slice(0, 12) + other.slice(12)
  assert.deepEqual(found(''), [])
  assert.deepEqual(found(lookAlike), [])
  assert.deepEqual(found(`KEY=${one}\nKEY="${other}" # was ${one}`), [one, other])
  assert.deepEqual(found(`{"a":"\\n${one}","b":"https://x.test/?k%3D${other}&l=1"}`), [one, other])
  assert.deepEqual(found(`${one}${other}_${third}-`), [one, other, third])
  // A look-alike that swallows the start of a real token.
  assert.deepEqual(found(`aie_00000000_${one}`), [one])
  assert.deepEqual(found(one.toUpperCase()), [])
})
