import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import pg from 'pg'
import { bearer, onDatabase, onPostgres, rawCall, startNodeProcess } from '#testing'
import { issueToken } from './token.ts'
import { createVerifyKey } from './verify.ts'

onDatabase('what recognizing a key costs', (app) => {
  test('a token without the format or with a wrong checksum is refused without a query; a real one takes one', async () => {
    const { token } = issueToken()
    const wrong = [
      '',
      'x',
      token.slice(1),
      `${token}A`,
      `${token.slice(0, -1)}_`,
      token.replace('_', '-'),
      token.slice(0, 12) + issueToken().token.slice(12),
      token.slice(0, 4) + issueToken().token.slice(4, 12) + token.slice(12),
    ]
    const calls = (tokens: string[]) =>
      statementsDuring(async () => {
        for (const each of tokens) {
          assert.equal((await rawCall(app().url, '/api/me', { headers: bearer(each) })).status, 401)
        }
      })
    assert.equal(await calls(wrong), 0)
    assert.equal(await calls([token, token]), 2)
  })

  test('look-ups that arrive together share a query, one more for new keys, and each finds its own', async () => {
    const keys = [await app().withKey('owner'), await app().withKey('member')]
    const verify = createVerifyKey(app().db)
    const asked = Array.from({ length: 500 }, (_, n) => keys[n % 3]?.token ?? issueToken().token)
    for (const expected of [2, 1]) {
      let found: Awaited<ReturnType<typeof verify>>[] = []
      const statements = await statementsDuring(async () => {
        found = await Promise.all(asked.map(verify))
      })
      assert.equal(statements, expected)
      assert.deepEqual(
        found.map((bearer) => (bearer?.actor ? bearer.keyId : undefined)),
        asked.map((_, n) => keys[n % 3]?.keyId),
      )
    }
  })

  test('an unavailable database gives busy, not unauthenticated', async () => {
    const { token } = await app().withKey('owner')
    const { authenticationPool } = app().db
    const gone = mock.method(authenticationPool, 'connect', (callback?: (error: Error) => void) => {
      const error = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      return callback ? callback(error) : Promise.reject(error)
    })
    try {
      const { status, headers } = await rawCall(app().url, '/api/me', { headers: bearer(token) })
      assert.equal(status, 503)
      assert.match(headers, /retry-after/i)
    } finally {
      gone.mock.restore()
    }
    assert.equal((await rawCall(app().url, '/api/me', { headers: bearer(token) })).status, 200)
  })
})

onPostgres('a flood of bad keys', (app) => {
  test('writes a bounded amount of log: one line for all of them', async () => {
    const node = await startNodeProcess({
      DATABASE_URL: app().databaseUrl ?? '',
      DATA_DIR: app().dataDir,
      LOG_LEVEL: 'debug',
    })
    try {
      const begun = performance.now()
      for (let n = 0; n < 300; n++) {
        const headers = bearer(n % 2 ? issueToken().token : `nonsense ${n}`)
        assert.equal((await rawCall(node.url, '/api/projects', { headers })).status, 401)
      }
      await node.end('SIGTERM')
      const lines = node
        .output()
        .split('\n')
        .filter((line) => /unauthenticated calls/.test(line))
      // One every ten seconds.
      const due = Math.ceil((performance.now() - begun) / 10_000)
      assert.ok(lines.length >= 1 && lines.length <= 2 + due)
      assert.equal(
        lines.reduce((sum, line) => sum + JSON.parse(line).calls, 0),
        300,
      )
      assert.ok(node.output().split('\n').length < 19 + due)
    } finally {
      await node.remove()
    }
  })
})

/** How many statements begin while `work` runs, without those that key usage, the job queue and running nodes send by themselves. */
async function statementsDuring(work: () => Promise<void>): Promise<number> {
  const sent = mock.method(pg.Client.prototype, 'query')
  try {
    await work()
  } finally {
    sent.mock.restore()
  }
  const statements = sent.mock.calls.map(
    ({ arguments: [first] }) => first as string | { name?: string; text: string },
  )
  return statements.filter((statement) => {
    const { name, text } = typeof statement === 'string' ? { text: statement } : statement
    return name !== 'write-key-usage' && !/pgboss|"nodes"/.test(text)
  }).length
}
