import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { type Operation, operations } from '#contract'
import { newId } from '#platform'
import { notFoundCode } from '../platform/http/validate.ts'
import { startTestApp, type TestApp } from './app.ts'
import { exampleOf, textsIn, withValue } from './examples.ts'
import { addParameters, contents, exampleFor, isChange, problem, withQuery } from './walk.ts'

const wrongValues = [{ surprise: 1 }, [{ surprise: 1 }], 'surprise', '', 12.5, -1, true, null]
const unstorable = ['\u0000', '\ud800', '\udc00']
const malformedIds = ['', 'x', '0', "'", '%00', '%F0%9F%92%A9', '..%2f..', 'x'.repeat(200)]
const unreadableIds = ['x'.repeat(10_000), '%', '%ZZ', '%FF']
const deep = '[[['.repeat(2_500)
const deeper = '[[['.repeat(150_000)

let app: TestApp
let parameters: Record<string, string>
let unchanged: Record<string, string>

// On one database: bad input is refused before a statement has it.
before(async () => {
  app = await startTestApp()
  parameters = await addParameters(app)
  unchanged = await contents(app.db)
})
after(() => app.stop())

async function assertUnchanged() {
  const before = unchanged
  unchanged = await contents(app.db)
  assert.deepEqual(unchanged, before)
}

function caller({ allow }: Operation): Record<string, string> {
  return allow === 'anyone' ? {} : { ...app.people[allow[0]!].headers }
}

for (const operation of operations) describe(operation.id, () => declare(operation))

function declare(operation: Operation): void {
  after(assertUnchanged)
  const { method } = operation
  const sendTo = (path: string, init: RequestInit = {}) =>
    app.fetch(path, { method, ...init, headers: { ...caller(operation), ...init.headers } })
  const example = () => exampleFor(operation, parameters)
  const sendBody = (body: RequestInit['body'], type = 'application/json') =>
    sendTo(example().path, { headers: { 'content-type': type }, body: body ?? null })
  const wrongFields = async (answer: Promise<Response>, ...paths: string[]) => {
    const { errors: fields = [] } = await problem(answer, 'validation_failed')
    assert.deepEqual(
      fields.map(({ path }) => path),
      paths,
    )
  }

  test('refuses a query field that it does not have', async () => {
    const sendQuery = (query: string) => sendTo(withQuery(example().path, query), bodyOf())
    await wrongFields(sendQuery('surprise=1'), 'surprise')
    await wrongFields(sendQuery('__proto__=1'), '__proto__')
    await wrongFields(sendQuery('constructor=1&hasOwnProperty=1'), 'constructor', 'hasOwnProperty')
    await problem(sendQuery('%ED%A0%80=1'), 'validation_failed')
  })

  for (const [name, schema] of Object.entries(operation.query.shape)) {
    test(`refuses ${name} in the query where it is wrong`, async () => {
      const send = (value: string) => sendTo(withQuery(example().path, `${name}=${value}`))
      const field = z.object({ [name]: schema })
      for (const value of ['', '0', '-1', '1.5', '201', 'x', 'null', 'NaN', '1e999', 'x'.repeat(5000)]) {
        if (name !== 'cursor' && field.safeParse({ [name]: value }).success) continue
        await wrongFields(send(value), name)
      }
      await wrongFields(send(`1&${name}=2`), name)
      for (const value of ['%00', 'x%00x']) await wrongFields(send(value), name)
      // Half a surrogate pair, a byte of no character, and no byte at all.
      for (const value of ['%ED%A0%80', '%FF', '%', '%ZZ']) await problem(send(value), 'validation_failed')
    })
  }

  for (const name of Object.keys(operation.params.shape)) {
    test(`answers a malformed ${name} like an unknown one`, async () => {
      const sendId = (value: string) =>
        sendTo(exampleFor(operation, { ...parameters, [name]: value }).path, bodyOf())
      const code = notFoundCode(operation, name)
      const { requestId: _, ...unknown } = await problem(sendId(newId()), code)
      for (const value of [...malformedIds, `${newId()}0`]) {
        const { requestId: _, ...malformed } = await problem(sendId(value), code)
        assert.deepEqual(malformed, unknown)
      }
      for (const value of unreadableIds) await problem(sendId(value), 'not_found')
    })
  }

  if (!isChange(operation)) return

  test(`refuses a body that is not a JSON object`, async () => {
    for (const text of ['{', '{"name":', '{} {}', "{'name':1}", 'undefined', '\u0000', deep]) {
      await problem(sendBody(text), 'invalid_json')
    }
    await problem(sendBody(deeper), operation.allow === 'anyone' ? 'payload_too_large' : 'invalid_json')
    await problem(sendBody(Buffer.from('7b2261223a22ff227d', 'hex')), 'invalid_json')
    for (const text of ['[]', '"text"', '1', 'true', 'null', '[{}]', `${deep}${deep.replaceAll('[', ']')}`]) {
      await wrongFields(sendBody(text), 'body')
    }
  })

  test(`refuses a body that is too large, or not JSON at all`, async () => {
    const megabytes = operation.form ? 5 : 1
    const large = JSON.stringify({ ...example().body, surprise: 'x'.repeat(megabytes * 1024 * 1024) })
    await problem(sendBody(large), 'payload_too_large')
    const text = JSON.stringify(example().body ?? {})
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'x']) {
      await problem(sendBody(text, type), 'unsupported_media_type')
    }
    // Where there is a form, it is none without a boundary.
    const code = operation.form ? 'invalid_form' : 'unsupported_media_type'
    await problem(sendBody(text, 'multipart/form-data'), code)
    await problem(sendTo(example().path, { body: new Blob([text]) }), 'unsupported_media_type')
  })

  test(`refuses a body field that it does not have`, async () => {
    const fields = JSON.stringify(example().body ?? {}).slice(1, -1)
    const sendWith = (field: string) => sendBody(`{${[field, fields].filter(Boolean).join(',')}}`)
    for (const name of ['surprise', '__proto__', 'constructor', 'toString', 'a.b', 'Name']) {
      await wrongFields(sendWith(`"${name}":{"role":"owner"}`), name)
    }
    await wrongFields(sendWith(`"surprise":${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`), 'surprise')
    await problem(sendWith('"\\u0000\\ud800":1'), 'validation_failed')
  })

  if (operation.form) {
    const sendForm = (fields: Record<string, string | Blob>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ ...required, ...fields })) body.append(name, value)
      return sendTo(example().path, { body })
    }
    const file = new File(['Some text'], 'a.txt', { type: 'text/plain' })
    const { shape } = operation.form
    const required = Object.fromEntries(
      Object.entries(shape)
        .filter(([, schema]) => !z.safeParse(schema, undefined).success)
        .map(([name, schema]) => [name, String(exampleOf(schema))]),
    )

    test(`refuses a form without a file, and a field that it does not have`, async () => {
      await wrongFields(sendForm({}), 'file')
      await wrongFields(sendForm({ file: 'Some text' }), 'file')
      await wrongFields(sendForm({ file, surprise: '1', files: file }), 'surprise', 'files')
      await problem(sendForm({ file, constructor: '1' }), 'invalid_form')
    })

    for (const [name, schema] of Object.entries(shape)) {
      test(`refuses ${name} of a form where it is wrong`, async () => {
        for (const value of ['', ' ', 'surprise', '{"a":{"b":1}}', 'x'.repeat(5000), 'a\u0000b']) {
          if (z.safeParse(schema, value).success && !value.includes('\u0000')) continue
          const { errors: fields } = await problem(sendForm({ file, [name]: value }), 'validation_failed')
          assert.match(fields?.[0]?.path ?? '', new RegExp(`^${name}\\b`))
        }
      })
    }
  }

  if (!(operation.body instanceof z.ZodObject)) return
  for (const [name, schema] of Object.entries(operation.body.shape)) {
    test(`refuses ${name} where it is wrong`, async () => {
      const wrong = wrongValues.filter((value) => !z.safeParse(schema, value).success)
      assert.ok(wrong.length > 0)
      for (const value of wrong) {
        const answer = await sendBody(JSON.stringify({ ...example().body, [name]: value }))
        const { errors: fields } = await problem(answer, 'validation_failed')
        assert.match(fields?.[0]?.path ?? '', new RegExp(`^${name}\\b`))
      }
    })
  }

  test(`refuses text that the database could not keep`, async () => {
    const { body } = example()
    for (const path of textsIn(body)) {
      for (const bad of unstorable) {
        const answer = await sendBody(JSON.stringify(withValue(body, path, `Some text${bad}`)))
        const { errors: fields } = await problem(answer, 'validation_failed')
        assert.match(fields?.[0]?.path ?? '', new RegExp(`^${String(path[0])}\\b`))
      }
    }
  })

  function bodyOf(): RequestInit {
    const { body } = example()
    if (!isChange(operation) || !body) return {}
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  }
}
