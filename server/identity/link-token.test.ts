import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secrets } from '#platform'
import { hashLinkToken, linkToken, linkTokenOf } from './link-token.ts'

const [old, added] = ['the older secret of this test', 'the newer secret of this test']
const [rotating, after] = [new Secrets([added, old]), new Secrets([added])]

test('an email that is sent after the secret was replaced has the link that works', () => {
  const token = linkToken(new Secrets([old]).newest, 'invitation', '1')
  const row = { id: '1', tokenHash: hashLinkToken(token) }
  assert.equal(linkTokenOf(rotating, 'invitation', row), token)
  const message = 'The link of the invitation 1 was derived from a secret that SECRET does not list'
  assert.throws(() => linkTokenOf(after, 'invitation', row), { message })
  assert.throws(() => linkTokenOf(rotating, 'password reset', row))
})
