import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf, userAgentOf } from './caller.ts'

test('a network is the first 24 bits of an IPv4 address, and the first 48 of an IPv6 address', () => {
  const networks = {
    '203.0.113.7': '203.0.113.0/24',
    '10.0.0.255': '10.0.0.0/24',
    '2001:db8:85a3:8d3:1319:8a2e:370:7348': '2001:db8:85a3::/48',
    '2001:db8::1': '2001:db8:0::/48',
    '2001:0DB8::0001': '2001:db8:0::/48',
    '2001:db8:1::': '2001:db8:1::/48',
    'fe80::1:2:3': 'fe80:0:0::/48',
    '::1': '0:0:0::/48',
    '::': '0:0:0::/48',
    '1::2:3:4:5:6:7': '1:0:2::/48',
    '64:ff9b::192.0.2.33': '64:ff9b:0::/48',
    '1:2:3:4:5:6:192.0.2.33': '1:2:3::/48',
    '1::2:3:4:5:192.0.2.33': '1:0:2::/48',
  }
  for (const [address, network] of Object.entries(networks))
    assert.equal(networkOf(address), network, address)
})

test('a user agent is cut at 255 characters and has no control characters', () => {
  assert.equal(userAgentOf('curl/8.5.0'), 'curl/8.5.0')
  assert.equal(userAgentOf(' a\tb\u0000\u007f\u0085c '), 'abc')
  assert.equal(userAgentOf('x'.repeat(256)), 'x'.repeat(255))
  assert.equal(userAgentOf('\u0001'), null)
  assert.equal(userAgentOf(''), null)
  assert.equal(userAgentOf(undefined), null)
})
