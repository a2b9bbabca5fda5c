import assert from 'node:assert/strict'
import { afterEach, before, test } from 'node:test'
import { type Operation, operations, type Role, roles } from '#contract'
import { onDatabase } from './databases.ts'
import { addParameters, contentOf, contents, exampleFor, isChange, problem } from './walk.ts'

const foreignOrigins = [
  'https://elsewhere.test',
  'https://aerie.test',
  'http://aerie.test:8080',
  'http://aerie.test.elsewhere.test',
  'http://sub.aerie.test',
  'null',
  '',
]

onDatabase('who is refused', (app) => {
  let parameters: Record<string, string>
  let keys: Record<Role, string>
  let unchanged: Record<string, string> | undefined

  before(async () => {
    parameters = await addParameters(app())
    const tokens = roles.map(async (role) => [role, `Bearer ${(await app().withKey(role)).token}`])
    keys = Object.fromEntries(await Promise.all(tokens))
    unchanged = await contents(app().db)
  })
  afterEach(async () => {
    const before = unchanged
    if (!before) return
    unchanged = await contents(app().db)
    assert.deepEqual(unchanged, before)
  })

  function send(operation: Operation, headers: Record<string, string>): Promise<Response> {
    const example = exampleFor(operation, parameters)
    const content = contentOf(example)
    return app().fetch(example.path, {
      method: operation.method,
      ...content,
      headers: { ...headers, ...content.headers },
    })
  }

  for (const operation of operations) {
    const { id, allow, credentials } = operation
    const sendExample = (headers: Record<string, string>) => send(operation, headers)

    if (isChange(operation)) {
      test(`${id} refuses another site's page, with and without a session`, async () => {
        const { cookie } = app().people.owner.headers
        await problem(sendExample({ cookie }), 'foreign_origin')
        for (const origin of foreignOrigins) {
          await problem(sendExample({ cookie, origin }), 'foreign_origin')
          await problem(sendExample({ origin }), 'foreign_origin')
          // Sent by the browser itself to whoever stands in front, and handed on.
          await problem(sendExample({ cookie, origin, authorization: 'Basic eDp5' }), 'foreign_origin')
        }
      })
    }
    if (allow === 'anyone') continue

    test(`${id} refuses who shows nothing, or nothing valid`, async () => {
      const nothing = await sendExample({})
      assert.equal(nothing.headers.get('www-authenticate'), 'Bearer realm="aerie"')
      await problem(nothing, 'unauthenticated')
      const { headers } = app().people.owner
      const cookie = headers.cookie.replace(/=.{8}/, '=AAAAAAAA')
      const noSession = await sendExample({ ...headers, cookie })
      assert.equal(noSession.headers.get('www-authenticate'), 'Bearer realm="aerie"')
      await problem(noSession, 'unauthenticated')
      for (const authorization of [
        `${keys.owner.slice(0, -1)}`,
        `${keys.owner.slice(0, 30)}${'A'.repeat(33)}`,
      ]) {
        const wrong = await sendExample({ ...headers, authorization })
        assert.equal(wrong.headers.get('www-authenticate'), 'Bearer realm="aerie", error="invalid_token"')
        await problem(wrong, 'unauthenticated')
      }
    })

    for (const role of roles.filter((role) => !allow.includes(role))) {
      test(`${id} refuses the ${role}, by session and by key`, async () => {
        await problem(sendExample(app().people[role].headers), 'forbidden')
        const code = credentials === 'session' ? 'session_required' : 'forbidden'
        await problem(sendExample({ authorization: keys[role] }), code)
      })
    }

    if (credentials === 'session') {
      test(`${id} refuses every key, also beside a session`, async () => {
        for (const role of roles) {
          await problem(sendExample({ authorization: keys[role] }), 'session_required')
          await problem(
            sendExample({ ...app().people[role].headers, authorization: keys[role] }),
            'session_required',
          )
        }
      })
    }
  }

  test('nobody who may call is refused: each request of this walk is a valid one', async () => {
    // These calls change things, and so does the work that they leave to jobs.
    unchanged = undefined
    for (const operation of operations) {
      const { allow } = operation
      const headers = allow === 'anyone' ? {} : app().people[allow[0]!].headers
      const answer = await send(operation, headers)
      const { code } = answer.ok ? {} : await answer.json()
      assert.ok(answer.ok || operation.errors.includes(code), `${operation.id}: ${code}`)
    }
  })
})
