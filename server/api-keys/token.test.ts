import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasFormatAndChecksum } from '#contract'
import { issueToken, sha256 } from './token.ts'

test('every issued token has the format and the checksum, and its 43 characters are exactly 32 bytes', () => {
  for (let n = 0; n < 2000; n++) {
    const { token } = issueToken()
    assert.ok(hasFormatAndChecksum(token, sha256))
    const bytes = Buffer.from(token.slice(13), 'base64url')
    assert.equal(bytes.length, 32)
    assert.equal(bytes.toString('base64url'), token.slice(13))
  }
})

test('two tokens have neither their secret nor their hash in common', () => {
  const tokens = Array.from({ length: 1000 }, () => issueToken())
  assert.equal(new Set(tokens.map(({ token }) => token.slice(13))).size, 1000)
  assert.equal(new Set(tokens.map(({ hash }) => hash.toString('hex'))).size, 1000)
  for (const { token, prefix, hash } of tokens) {
    assert.equal(prefix, token.slice(0, 12))
    assert.equal(sha256(token), hash.toString('hex'))
  }
})
