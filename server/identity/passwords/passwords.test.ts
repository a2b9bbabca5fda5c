import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPasswords } from './passwords.ts'

test('a password stored by any earlier version is verified, however its letters were typed, and no other', async () => {
  const { verifyPassword } = createPasswords()
  const stored =
    'dc7a46c640c11d87b5e945d405d291ab:a59941542abc868d06b789b4b2b287f1cd64ebc74b7409d30857081492faa97a221bfb4c1673074df6e3b73d90245a52ee3d4b5a5ffa2921be4c5438bb056274'
  for (const typed of ['fine Ångström pass', 'ﬁne A\u030angstro\u0308m pass'])
    assert.ok(await verifyPassword(typed, stored), typed)
  for (const hash of [stored.replace(/.$/, '5'), stored.slice(0, -2), '', null])
    assert.ok(!(await verifyPassword('fine Ångström pass', hash)), String(hash))
  assert.ok(!(await verifyPassword('fine Angstrom pass', stored)))
})
