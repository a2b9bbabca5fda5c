import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { isCompressible, operations } from './index.ts'

/** Names of fields that hold a secret, or a link with one. */
const secret = /^(token|secret|password|code|url|uri|recoveryCodes?|cookie|nonce)$/i
/** Fields that only have such a name. */
const harmless = [
  // The code of an error, and of a billed service.
  ...['sources.list', 'sources.get', 'skills.listRuns', 'skills.getRun', 'apiKeys.listRefusals'].map(
    (id) => `${id} code`,
  ),
  ...['billing.listInvoices', 'billing.getInvoice', 'billing.listCreditNotes', 'billing.getCreditNote'].map(
    (id) => `${id} code`,
  ),
]

test('responses that may be compressed hold no secret', () => {
  const found = operations.filter(isCompressible).flatMap(({ id, result }) => {
    if ('media' in result) return []
    return [...namesIn(z.toJSONSchema(result, { io: 'output' }))]
      .filter((name) => secret.test(name))
      .map((name) => `${id} ${name}`)
  })
  assert.deepEqual(found.toSorted(), harmless.toSorted())
})

test('the operations that return secrets are not compressed', () => {
  const withSecrets = [
    'apiKeys.create',
    'invitations.create',
    'account.enableTwoFactor',
    'account.confirmTwoFactor',
  ]
  for (const id of withSecrets)
    assert.equal(isCompressible(operations.find((operation) => operation.id === id)!), false, id)
})

/** Returns the names of all properties in a JSON Schema. */
function namesIn(schema: unknown, names = new Set<string>()): Set<string> {
  for (const [key, value] of Object.entries(Object(schema))) {
    if (key === 'properties') for (const name of Object.keys(Object(value))) names.add(name)
    if (typeof value === 'object') namesIn(value, names)
  }
  return names
}
