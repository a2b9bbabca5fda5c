import assert from 'node:assert/strict'
import { test } from 'node:test'
import { electronicAddress } from './electronic-address.ts'

const problemWith = (address: string) =>
  electronicAddress(1).safeParse(address).error?.issues[0]?.message ?? null

test('electronic addresses of Peppol participants and email addresses are accepted', () => {
  for (const address of [
    '9930:DE123456789',
    '0204:991-01484-64',
    '0088:4012345000009',
    '0192:987654325',
    '0184:DK12345678',
    '0208:0597601756',
    '0007:5567321707',
    '0151:51824753556',
    'EM:desk@clinic.example',
  ])
    assert.equal(problemWith(address), null, address)
})

test('a wrong check digit, an unknown scheme and a missing scheme are refused', () => {
  for (const [address, problem] of [
    ['DE123456789', /^Enter the scheme/],
    ['9930:', /^Enter the scheme/],
    ['9930:DE 123', /^Enter the scheme/],
    ['1234:5', /^Scheme 1234 is not/],
    ['0088:4012345000008', /^Not a valid GLN/],
    ['0088:401234500000', /^Not a valid GLN/],
    ['0192:987654326', /Norwegian/],
    ['0184:12345678', /Danish/],
    ['0208:0597601757', /Belgian/],
    ['0007:5567321708', /Swedish/],
    ['0151:51824753557', /Australian/],
    ['EM:desk', /email/],
  ] as const)
    assert.match(problemWith(address) ?? '', problem, address)
})

test('an address can be empty only where it is optional', () => {
  assert.equal(electronicAddress(0).safeParse('').success, true)
  assert.equal(electronicAddress(1).safeParse('').success, false)
})
