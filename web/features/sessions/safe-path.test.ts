import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { safePath } from './safe-path.ts'

before(() => Object.assign(globalThis, { location: new URL('https://aerie.test/sign-in') }))
after(() => Reflect.deleteProperty(globalThis, 'location'))

test('signing in leads to a page of this app, whatever the link said', () => {
  assert.equal(safePath('/patients?q=x#y'), '/patients?q=x#y')
  for (const elsewhere of [
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    '/..//elsewhere.test',
    '/%2e%2e//elsewhere.test',
    'javascript:alert(1)',
    undefined,
  ])
    assert.equal(safePath(elsewhere), '/')
})
