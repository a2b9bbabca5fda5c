// No request may hold up the others: the longest turn of the event loop that each operation's worst input causes. Counted
// in CPU time of the thread, so that a busy machine changes nothing, and compared with other work, so that a slow one
// changes nothing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { type Operation, operations } from '#contract'
import { startTestApp, type TestApp } from './app.ts'
import { withValue } from './examples.ts'
import { longestTurn, milliseconds } from './longest-turn.ts'
import { rawCall } from './raw-call.ts'
import { addParameters, type Example, exampleFor, isChange, withQuery } from './walk.ts'

/** Nobody notices a stall as short as this. */
const stallUnnoticedMs = 50
/** The longest stall, in times that it takes to parse the same text without any check, or a usual text if that takes longer. */
const parseAtMostTimes = 10
const usualText = JSON.stringify(
  Array.from({ length: 10_000 }, (_, n) => ({
    quantity: n,
    reason: 'Counted again',
    expiresOn: '2026-11-27',
  })),
)

const [publicBytes, jsonBytes, textBytes] = [16 * 1024, 1024 * 1024, 4 * 1024 * 1024]
const headerBytes = 12_000

let app: TestApp
let parameters: Record<string, string>
before(async () => {
  app = await startTestApp()
  parameters = await addParameters(app)
})
after(() => app.stop())

for (const operation of operations) {
  const { id, method, allow, form } = operation
  const headers = () => (allow === 'anyone' ? {} : app.people[allow[0]!].headers)
  const send = (path: string, more: Record<string, string>, body?: Buffer) =>
    rawCall(app.url, path, { method, headers: { ...headers(), ...more }, ...(body && { body }) })
  const bytes = allow === 'anyone' ? publicBytes : form ? textBytes : jsonBytes

  test(`${id} holds nothing up, whatever its query and headers are`, async () => {
    const { path, body } = exampleFor(operation, parameters)
    const json = body && Buffer.from(JSON.stringify(body))
    const type: Record<string, string> = json ? { 'content-type': 'application/json' } : {}
    for (const [name, schema] of Object.entries(operation.query.shape)) {
      for (const unit of isNew(kindOf(schema)) ? texts : []) {
        const value = filled(encodeURIComponent(unit), headerBytes)
        await assertNoStall(`${name}=${unit}`, usualText, () =>
          send(withQuery(path, `${name}=${value}`), type, json),
        )
      }
    }
    for (const unit of isNew(operation.formats.join()) ? headerUnits : []) {
      const value = filled(unit, headerBytes)
      for (const name of ['accept', 'cookie', 'user-agent', 'idempotency-key', 'authorization'])
        await assertNoStall(`${name} ${unit}`, usualText, () => send(path, { ...type, [name]: value }, json))
    }
  })

  if (!isChange(operation)) continue
  test(`${id} holds nothing up, whatever its body is`, async () => {
    for (const [name, json] of worstBodies(operation, exampleFor(operation, parameters), bytes)) {
      const body = Buffer.from(json())
      assert.ok(body.length <= bytes, name)
      const { path } = exampleFor(operation, parameters)
      const call = async () => {
        const { status } = await send(path, { 'content-type': 'application/json' }, body)
        assert.notEqual(status, 401, 'refused before its body is read')
      }
      await assertNoStall(name, String(body), call)
    }
  })
}

const texts = ['a', '\u0301', '"', '(', 'NEAR ']
const headerUnits = ['a', ',', ';', ' ,', '*/*,', 'a=b; ', 'a;q=0.', '\t ', '=', '%', 'Bearer ', '"']
const elements = ['{}', '12345678901234567']
const bytesBeside = 2_500

/** The worst bodies of all operations, of those with their limit, and of each kind of field that no other has had yet. */
function* worstBodies(
  operation: Operation,
  { body: example = {} }: Example,
  bytes: number,
): Generator<[string, () => string]> {
  const room = bytes - bytesBeside
  yield ['digits', () => `{"surprise":1${'0'.repeat(room)}1}`]
  yield ['fields', () => `{${fieldsFilling(room)}}`]
  if (isNew(`a body of ${bytes}`)) {
    yield ['nesting', () => `${'{"a":'.repeat(room / 6)}1${'}'.repeat(room / 6)}`]
    yield ['arrays', () => `${'['.repeat(room / 2)}${']'.repeat(room / 2)}`]
    yield ['a string of digits', () => `{"surprise":"${filled('123456789012345 ', room)}"}`]
  }
  for (const [path, schema] of fieldsOf(operation.body, example)) {
    if (!isNew(kindOf(schema))) continue
    const at = (json: () => string) => () =>
      JSON.stringify(withValue(example, path, '@here')).replace('"@here"', json)
    const name = path.join('.')
    for (const unit of texts)
      yield [
        `${name} of ${JSON.stringify(unit)}`,
        at(() =>
          JSON.stringify(filled(unit, room))
            .slice(0, room)
            .replace(/\\*"?$/, '"'),
        ),
      ]
    for (const element of elements)
      yield [`${name} of ${element}`, at(() => `[${filled(`${element},`, room)}${element}]`)]
    yield [`${name} of digits`, at(() => `1${'0'.repeat(room)}1`)]
    yield [`${name} of fields`, at(() => `{${fieldsFilling(room)}}`)]
  }
}

const seen = new Set<string>()

/** Whether this kind of input has not been sent to any operation yet. */
function isNew(kind: string): boolean {
  const before = seen.size
  return seen.add(kind).size > before
}

/** The fields of an example, the inner ones too, with their schemas. */
function* fieldsOf(
  schema: z.core.$ZodType,
  value: unknown,
  path: PropertyKey[] = [],
): Generator<[PropertyKey[], z.core.$ZodType]> {
  const inner = unwrapped(schema)
  if (path.length > 0) yield [path, inner]
  if (inner instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(inner.shape))
      if (Object.hasOwn(Object(value), name)) yield* fieldsOf(field, Object(value)[name], [...path, name])
  } else if (inner instanceof z.ZodArray && Array.isArray(value)) {
    yield* fieldsOf(inner.element, value[0], [...path, 0])
  }
}

const kindOf = (schema: z.core.$ZodType) =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  return wraps ? unwrapped(schema.unwrap()) : schema
}

const filled = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))

const fieldsFilling = (bytes: number) =>
  Array.from({ length: Math.floor(bytes / 12) }, (_, n) => `"${String(n).padStart(7, '0')}":1`).join()

/** Milliseconds of CPU time. Parses the text until the clock, which can tick every 4 ms only, has ticked several times. */
function costOfParsing(json: string): number {
  const began = process.threadCpuUsage()
  let [cost, times] = [0, 0]
  for (; cost < 40; times++) {
    JSON.parse(json)
    cost = milliseconds(process.threadCpuUsage(began))
  }
  return cost / times
}

async function assertNoStall(name: string, text: string, call: () => Promise<unknown>): Promise<void> {
  const tries: string[] = []
  // What the input causes, it causes each time; a collection of garbage has other causes, too.
  while (tries.length < 3) {
    const stall = await longestTurn(call)
    if (stall <= stallUnnoticedMs) return
    const parsing = Math.max(costOfParsing(text), costOfParsing(usualText))
    if (stall <= parseAtMostTimes * parsing) return
    tries.push(`${stall.toFixed(0)} ms, and parsing takes ${parsing.toFixed(1)} ms`)
  }
  assert.fail(`${name}: ${tries.join('; ')}`)
}
