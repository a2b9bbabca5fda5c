import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { openApiText, operation, operations, operationsByPart, toOpenApi } from '#contract'

interface Described {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  responses: Record<string, { content: Record<string, object> }>
}

const document = toOpenApi(operationsByPart, '1.2.3') as {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, object> }
}
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, entry]) => ({ path, method, ...entry })),
)

test('every operation is described once, under a unique id', () => {
  const ids = described.map(({ operationId }) => operationId)
  assert.deepEqual(ids.toSorted(), operations.map(({ id }) => id).toSorted())
  assert.equal(new Set(ids).size, ids.length)
})

test('the parameters of a path are all described and required', () => {
  for (const { path, parameters } of described) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    assert.deepEqual(
      inPath.map(({ name }) => `{${name}}`),
      path.match(/\{\w+\}/g) ?? [],
    )
    assert.ok(inPath.every(({ required }) => required))
  }
})

test('every reference resolves', () => {
  const references = JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g) ?? []
  assert.ok(references.length > 0)
  for (const reference of new Set(references)) {
    const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(reference) ?? []
    assert.ok(name && name in document.components.schemas, reference)
  }
})

test('a shape of several fields that occurs twice has a name, and is described once', () => {
  const inline = objectsIn([document.paths, Object.values(document.components.schemas).map(Object.values)])
  const shapes = inline.filter(({ properties }) => Object.keys(properties).length > 1)
  const texts = shapes.map(({ description: _, ...shape }) => JSON.stringify(shape))
  assert.deepEqual(
    texts.filter((text, at) => texts.indexOf(text) < at),
    [],
  )
})

function objectsIn(value: unknown): { properties: object; description?: string }[] {
  if (!(value instanceof Object)) return []
  const inner = Object.values(value).flatMap(objectsIn)
  const { properties } = value as { properties?: unknown }
  const isSchema = properties instanceof Object && 'type' in value
  return isSchema ? [{ ...value, properties }, ...inner] : inner
}

test('two schemas with one name are rejected', () => {
  const result = (field: z.ZodType) =>
    z.strictObject({ field: z.strictObject({ field }).meta({ id: 'Same' }) })
  const named = [z.string(), z.int()].map((field, at) =>
    operation({
      id: `same.get${at}`,
      method: 'GET',
      path: `/api/same/${at}`,
      summary: 'Get it.',
      allow: 'anyone',
      result: result(field),
    }),
  )
  assert.throws(() => toOpenApi({ Same: named }, '1.2.3'), /have the id Same/)
})

test('the text has a line for each property', () => {
  const text = openApiText(document)
  assert.deepEqual(JSON.parse(text), document)
  assert.ok(/^ +"familyName": \{ "type": \[ "string", "null" \] \},$/m.test(text))
  assert.ok(!/"properties": \{ /.test(text))
})

test('a status that can be a result or an error describes both', () => {
  const health = described.find(({ operationId }) => operationId === 'health.get')
  assert.deepEqual(Object.keys(health?.responses[503]?.content ?? {}), [
    'application/json',
    'application/problem+json',
  ])
})

test('an operation that grants describes both its result and the call that waits', () => {
  const update = described.find(({ operationId }) => operationId === 'users.update')
  const schemaOf = (status: number) => update?.responses[status]?.content['application/json']
  assert.deepEqual(schemaOf(200), { schema: { $ref: '#/components/schemas/User' } })
  assert.deepEqual(schemaOf(202), { schema: { $ref: '#/components/schemas/Unconfirmed' } })
  assert.match(JSON.stringify(update?.responses[409]), /too_many_grants/)
})

test('a recursive schema without an id is rejected', () => {
  const tree = operation({
    id: 'tree.get',
    method: 'GET',
    path: '/api/tree',
    summary: 'Get a tree.',
    allow: 'anyone',
    result: z.strictObject({ tree: z.json() }),
  })
  assert.throws(() => toOpenApi({ Trees: [tree] }, '1.2.3'), /needs an id/)
})
