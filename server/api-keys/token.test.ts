import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hashToken, issueToken, isWellFormed } from './token.ts'

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const lastCharacters = 'AEIMQUYcgkosw048'
const runs = { numRuns: 2000 }

const issued = fc.noShrink(fc.constant(null).map(() => issueToken().token))
const place = fc.nat(55)

/** What may stand at each of the 56 places. */
function alphabetAt(place: number): string {
  if (place < 4) return 'aie_'.charAt(place)
  if (place < 12) return '0123456789abcdef'
  if (place === 12) return '_'
  return place < 55 ? base64url : lastCharacters
}

test('every issued token is well-formed, and its 43 characters are exactly 32 bytes', () => {
  fc.assert(
    fc.property(issued, (token) => {
      assert.ok(isWellFormed(token))
      const bytes = Buffer.from(token.slice(13), 'base64url')
      assert.equal(bytes.length, 32)
      assert.equal(bytes.toString('base64url'), token.slice(13))
    }),
    runs,
  )
})

test('a token with one character changed is well-formed exactly when that character may stand there', () => {
  const anything = fc.nat(0xffff).map((unit) => String.fromCharCode(unit))
  const character = fc.oneof(anything, fc.constantFrom(...base64url))
  fc.assert(
    fc.property(issued, place, character, (token, at, other) => {
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      assert.equal(isWellFormed(changed), alphabetAt(at).includes(other), JSON.stringify([changed, at]))
    }),
    runs,
  )
})

test('a token that was cut or added to anywhere is ill-formed', () => {
  const character = fc.constantFrom(...base64url, ' ', '\n', '\r', '\0', '=')
  fc.assert(
    fc.property(issued, place, character, (token, at, other) => {
      assert.ok(!isWellFormed(token.slice(0, at) + token.slice(at + 1)))
      assert.ok(!isWellFormed(token.slice(0, at)))
      assert.ok(!isWellFormed(token.slice(0, at) + other + token.slice(at)))
      assert.ok(!isWellFormed(token + other))
    }),
    runs,
  )
})

test('of the 64 characters, 16 can end a token: the others carry bits that 32 bytes do not have', () => {
  const { token } = issueToken()
  const endings = [...base64url].filter((character) => isWellFormed(token.slice(0, 55) + character))
  assert.equal(endings.length, 16)
  const bytes = new Set(
    endings.map((end) => Buffer.from(token.slice(13, 55) + end, 'base64url').toString('hex')),
  )
  assert.equal(bytes.size, 16)
})

test('two tokens have neither their secret nor their hash in common', () => {
  const tokens = Array.from({ length: 1000 }, () => issueToken())
  assert.equal(new Set(tokens.map(({ token }) => token.slice(13))).size, 1000)
  assert.equal(new Set(tokens.map(({ hash }) => hash.toString('hex'))).size, 1000)
  for (const { token, prefix, hash } of tokens) {
    assert.equal(prefix, token.slice(0, 12))
    assert.equal(hashToken(token), hash.toString('hex'))
  }
})
