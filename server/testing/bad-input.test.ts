import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { type ErrorCode, errors, type Operation, operations } from '#contract'
import { newId } from '#platform'
import { onEachDatabase } from './databases.ts'
import { textsIn, withValue } from './examples.ts'
import { addParameters, contents, exampleFor, isChange, problem } from './walk.ts'

const wrongValues = [{ surprise: 1 }, [{ surprise: 1 }], 'surprise', '', 12.5, -1, true, null]
const unstorable = ['\u0000', '\ud800', '\udc00']
const malformedIds = ['', 'x', '0', "'", '%00', '%F0%9F%92%A9', '..%2f..', 'x'.repeat(200)]
const unreadableIds = ['x'.repeat(10_000), '%', '%ZZ', '%FF']
const deep = '[[['.repeat(150_000)

onEachDatabase('bad input', (app) => {
  let parameters: Record<string, string>
  let unchanged: Record<string, string>

  before(async () => {
    parameters = await addParameters(app())
  })
  beforeEach(async () => {
    unchanged = await contents(app().db)
  })
  afterEach(async () => {
    assert.deepEqual(await contents(app().db), unchanged)
  })

  function caller({ allow }: Operation): Record<string, string> {
    return allow === 'anyone' ? {} : { ...app().people[allow[0]!].headers }
  }

  for (const operation of operations) {
    const { id, method } = operation
    const sendTo = (path: string, init: RequestInit = {}) =>
      app().fetch(path, { method, ...init, headers: { ...caller(operation), ...init.headers } })
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

    test(`${id} refuses a query field that it does not have`, async () => {
      await wrongFields(sendTo(`${example().path}?surprise=1`, bodyOf()), 'surprise')
      await wrongFields(sendTo(`${example().path}?__proto__=1`, bodyOf()), '__proto__')
      await wrongFields(
        sendTo(`${example().path}?constructor=1&hasOwnProperty=1`, bodyOf()),
        'constructor',
        'hasOwnProperty',
      )
      await problem(sendTo(`${example().path}?%ED%A0%80=1`, bodyOf()), 'validation_failed')
    })

    for (const [name, schema] of Object.entries(operation.query.shape)) {
      test(`${id} refuses ${name} in the query where it is wrong`, async () => {
        const send = (value: string) => sendTo(`${example().path}?${name}=${value}`)
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
      test(`${id} answers a malformed ${name} like an unknown one`, async () => {
        const sendId = (value: string) =>
          sendTo(exampleFor(operation, { ...parameters, [name]: value }).path, bodyOf())
        const code = operation.errors.find((error) => errors[error].status === 404) as ErrorCode
        const { requestId: _, ...unknown } = await problem(sendId(newId()), code)
        for (const value of [...malformedIds, `${newId()}0`]) {
          const { requestId: _, ...malformed } = await problem(sendId(value), code)
          assert.deepEqual(malformed, unknown)
        }
        for (const value of unreadableIds) await problem(sendId(value), 'not_found')
      })
    }

    if (!isChange(operation)) continue

    test(`${id} refuses a body that is not a JSON object`, async () => {
      for (const text of ['{', '{"name":', '{} {}', "{'name':1}", 'undefined', '\u0000', deep]) {
        await problem(sendBody(text), 'invalid_json')
      }
      await problem(sendBody(Buffer.from('7b2261223a22ff227d', 'hex')), 'invalid_json')
      for (const text of [
        '[]',
        '"text"',
        '1',
        'true',
        'null',
        '[{}]',
        `${deep}${deep.replaceAll('[', ']')}`,
      ]) {
        await wrongFields(sendBody(text), 'body')
      }
    })

    test(`${id} refuses a body that is too large, or not JSON at all`, async () => {
      const large = JSON.stringify({ ...example().body, surprise: 'x'.repeat(1024 * 1024) })
      await problem(sendBody(large), 'payload_too_large')
      const text = JSON.stringify(example().body ?? {})
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x']) {
        await problem(sendBody(text, type), 'unsupported_media_type')
      }
      await problem(sendTo(example().path, { body: new Blob([text]) }), 'unsupported_media_type')
    })

    test(`${id} refuses a body field that it does not have`, async () => {
      const fields = JSON.stringify(example().body ?? {}).slice(1, -1)
      const sendWith = (field: string) => sendBody(`{${[field, fields].filter(Boolean).join(',')}}`)
      for (const name of ['surprise', '__proto__', 'constructor', 'toString', 'a.b', 'Name']) {
        await wrongFields(sendWith(`"${name}":{"role":"owner"}`), name)
      }
      await wrongFields(sendWith(`"surprise":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`), 'surprise')
      await problem(sendWith('"\\u0000\\ud800":1'), 'validation_failed')
    })

    if (!(operation.body instanceof z.ZodObject)) continue
    for (const [name, schema] of Object.entries(operation.body.shape)) {
      test(`${id} refuses ${name} where it is wrong`, async () => {
        const wrong = wrongValues.filter((value) => !z.safeParse(schema, value).success)
        assert.ok(wrong.length > 0)
        for (const value of wrong) {
          const answer = await sendBody(JSON.stringify({ ...example().body, [name]: value }))
          const { errors: fields } = await problem(answer, 'validation_failed')
          assert.match(fields?.[0]?.path ?? '', new RegExp(`^${name}\\b`))
        }
      })
    }

    test(`${id} refuses text that the database could not keep`, async () => {
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
})
