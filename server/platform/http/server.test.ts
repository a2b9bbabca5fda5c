import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { errors, operations } from '#contract'
import { onDatabase, rawCall } from '#testing'
import { contents, problem } from '../../testing/walk.ts'

const byPath = Map.groupBy(operations, ({ path }) => path)
const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

onDatabase('the server', (app) => {
  test('an address says which methods it takes when it is asked by another', async () => {
    const unchanged = await contents(app().db)
    for (const [path, ofPath] of byPath) {
      const taken = ofPath.map(({ method }) => method as string)
      if (taken.includes('GET')) taken.push('HEAD')
      for (const method of otherMethods.filter((method) => !taken.includes(method))) {
        const url = path.replace(/:\w+/g, '01a1fc1e-8506-7081-aa03-dbc2014c5225')
        const answer = await app().fetch(url, { method, headers: app().people.owner.headers })
        assert.equal(answer.status, 405, `${method} ${path}`)
        assert.deepEqual(answer.headers.get('allow')?.split(', ').sort(), taken.sort())
        if (method !== 'HEAD') await problem(answer, 'method_not_allowed')
      }
    }
    assert.deepEqual(await contents(app().db), unchanged)
  })

  test('TRACE is not a method that any address takes', async () => {
    for (const path of [...byPath.keys(), '/', '/projects', '/nothing']) {
      const { status, body } = await rawCall(app().url, path, {
        method: 'TRACE',
        headers: { 'x-secret': 'not to be returned' },
      })
      assert.ok([404, 405].includes(status), `${path}: ${status}`)
      assert.ok(!body.includes('not to be returned'))
    }
  })

  test('no response may be kept by a cache, whatever its status', async () => {
    for (const { id, method, path } of operations) {
      // A change that ended the session would spoil the next one.
      const headers = method === 'GET' ? app().people.owner.headers : {}
      const answer = await app().fetch(path, { method, headers })
      await answer.body?.cancel()
      assert.equal(answer.headers.get('cache-control'), 'no-store', `${id}: ${answer.status}`)
    }
  })

  test('HEAD is answered like GET, without a body, and refuses the same people', async () => {
    for (const { path, allow } of operations.filter(({ method }) => method === 'GET')) {
      const answer = await app().fetch(path, { method: 'HEAD' })
      assert.equal(answer.status, allow === 'anyone' ? 200 : 401, path)
      assert.equal(await answer.text(), '')
    }
  })

  test('an address that there is not is told so', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/x',
      '/api//projects',
      '/api/projects/a/b',
      '/api/%',
      '/api/%FF',
    ]) {
      await problem(app().fetch(path), 'not_found')
    }
  })

  test('an address or a header of any length gets a problem', async () => {
    await problem(app().fetch(`/api/${'x'.repeat(10_000)}`), 'not_found')
    await problem(app().fetch(`/api/projects/${'x'.repeat(10_000)}`), 'not_found')
    const { headers } = app().people.owner
    const long = `/api/projects?q=${'x'.repeat(10_000)}`
    await problem(app().fetch(long, { headers }), 'validation_failed')
    const tooLong = await rawAnswer(`GET /api/me?q=${'x'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)
    assertProblem(tooLong, 'headers_too_large')
    const header = await rawAnswer(
      `GET /api/me HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(100_000)}\r\n\r\n`,
    )
    assertProblem(header, 'headers_too_large')
  })

  test('a body of nothing but fields that there are not is answered with some of them', async () => {
    const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`field${n}`, 0]))
    const answer = await app().fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    const { errors } = await problem(answer, 'validation_failed')
    assert.equal(errors?.length, 100)
  })

  test('files that there are not are no pages, wherever they are asked for', async () => {
    for (const path of [
      '/assets//x',
      '/assets/%00',
      '/assets/..%2fx',
      '/assets',
      '/robots.txt',
      '/.well-known/x',
      '/.git/config',
      '/.env',
      '/assets/',
    ])
      await problem(app().fetch(path), 'not_found')
  })

  test('a header that can be sent only once is refused if it is repeated', async () => {
    for (const [name, value] of [
      ['Authorization', 'Bearer x'],
      ['Content-Type', 'application/json'],
      ['idempotency-key', 'x'],
    ]) {
      const twice = `${name}: ${value}\r\n${name}: ${value}\r\n`
      const answer = await rawAnswer(`GET /api/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${twice}\r\n`)
      assertProblem(answer, 'invalid_request')
    }
  })

  test('a bearer token does not excuse a foreign origin where no credentials are read', async () => {
    const headers = { authorization: 'Bearer x', origin: 'https://elsewhere.example' }
    await problem(app().fetch('/api/auth/sign-in/email', { method: 'POST', headers }), 'foreign_origin')
    await problem(app().fetch('/api/projects', { method: 'POST', headers }), 'unauthenticated')
  })

  test('what is not HTTP gets a problem, too', async () => {
    for (const bytes of [
      '\u0000\u0001\r\n\r\n',
      'GET\r\n\r\n',
      'GET /api/me HTTP/1.1\r\nbad header\r\n\r\n',
    ]) {
      assertProblem(await rawAnswer(bytes), 'invalid_request')
    }
    assert.equal((await app().fetch('/api/health')).status, 200)
  })

  async function rawAnswer(bytes: string): Promise<string> {
    const { hostname, port } = new URL(app().url)
    const socket = connect(Number(port), hostname).setEncoding('utf8')
    let answer = ''
    socket.on('data', (text) => {
      answer += text
    })
    // Whoever is refused before all was read may find the connection reset after the answer.
    socket.on('error', () => {})
    socket.write(bytes)
    await new Promise((resolve) => socket.on('close', resolve))
    return answer
  }
})

function assertProblem(answer: string, code: keyof typeof errors): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  assert.match(head, new RegExp(`^HTTP/1.1 ${errors[code].status} `))
  assert.match(head, /^content-type: application\/problem\+json(;|$)/im)
  const { requestId, ...rest } = JSON.parse(body)
  assert.match(head, new RegExp(`^x-request-id: ${requestId}$`, 'm'))
  assert.equal(rest.code, code)
}
