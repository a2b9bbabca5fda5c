import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainAddress } from './address.ts'

test('an address has no zone, IPv4 is IPv4 however it arrives, and other text is no address', () => {
  const addresses = {
    '::ffff:203.0.113.7': '203.0.113.7',
    '::FFFF:203.0.113.7': '203.0.113.7',
    'fe80::1%eth0': 'fe80::1',
    '2001:DB8::1': '2001:DB8::1',
    unknown: undefined,
    '203.0.113.7:8080': undefined,
    '203.0.113.0/24': undefined,
    '': undefined,
  }
  for (const [given, address] of Object.entries(addresses)) assert.equal(plainAddress(given), address, given)
  assert.equal(plainAddress(undefined), undefined)
})
