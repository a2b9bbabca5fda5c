import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#platform'
import { bearer, onEachDatabase, onPostgres, rawCall, startNodeProcess } from '#testing'
import { issueToken } from './token.ts'
import { createVerifyKey } from './verify.ts'

onEachDatabase('what recognising a key costs', (app) => {
  test('an ill-formed token is refused without a query; a well-formed one takes one', async () => {
    const { token } = issueToken()
    const illFormed = [
      '',
      'x',
      token.slice(1),
      `${token}A`,
      `${token.slice(0, -1)}_`,
      token.replace('_', '-'),
    ]
    const calls = (tokens: string[]) =>
      statementsDuring(app().db, async () => {
        for (const each of tokens) {
          assert.equal((await rawCall(app().url, '/api/me', { headers: bearer(each) })).status, 401)
        }
      })
    assert.equal(await calls(illFormed), 0)
    assert.equal(await calls([token, token]), 2)
  })

  test('look-ups that arrive together share a query, and each finds its own', async () => {
    const keys = [await app().withKey('owner'), await app().withKey('member')]
    const used: string[] = []
    const verify = createVerifyKey(app().db, { note: (id) => used.push(id) })
    const asked = Array.from({ length: 500 }, (_, n) => keys[n % 3]?.token ?? issueToken().token)
    let found: Awaited<ReturnType<typeof verify>>[] = []
    const statements = await statementsDuring(app().db, async () => {
      found = await Promise.all(asked.map(verify))
    })
    assert.equal(statements, 1)
    assert.deepEqual(
      found.map((actor) => actor?.apiKey?.id),
      asked.map((_, n) => keys[n % 3]?.keyId),
    )
    // Every call counts, not every query.
    assert.equal(used.length, found.filter(Boolean).length)
  })

  test('when the database does not answer, a caller is told so instead of being taken for a stranger', async () => {
    const { token } = await app().withKey('owner')
    const { recognitionPool } = app().db
    const query = recognitionPool.query
    recognitionPool.query = async () => {
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    }
    try {
      const { status, headers } = await rawCall(app().url, '/api/me', { headers: bearer(token) })
      assert.equal(status, 503)
      assert.match(headers, /retry-after/i)
    } finally {
      recognitionPool.query = query
    }
    assert.equal((await rawCall(app().url, '/api/me', { headers: bearer(token) })).status, 200)
  })
})

onPostgres('a flood of bad keys', (app) => {
  test('writes a bounded amount of log: one line for all of them', async () => {
    const node = await startNodeProcess({ DATABASE_URL: app().databaseUrl ?? '', LOG_LEVEL: 'debug' })
    try {
      for (let n = 0; n < 300; n++) {
        const headers = bearer(n % 2 ? issueToken().token : `nonsense ${n}`)
        assert.equal((await rawCall(node.url, '/api/projects', { headers })).status, 401)
      }
      await node.end('SIGTERM')
      const lines = node
        .output()
        .split('\n')
        .filter((line) => /not recognised/.test(line))
      assert.ok(lines.length >= 1 && lines.length <= 3)
      assert.equal(
        lines.reduce((sum, line) => sum + JSON.parse(line).calls, 0),
        300,
      )
      assert.ok(node.output().split('\n').length < 20)
    } finally {
      await node.remove()
    }
  })
})

/** How many statements begin on the pools while `work` runs, those aside that the last-used times and the job queue send by themselves. */
async function statementsDuring(db: Database, work: () => Promise<void>): Promise<number> {
  const pools = new Set([db.pool, db.recognitionPool])
  const originals = [...pools].map((pool) => ({ pool, query: pool.query }))
  let count = 0
  for (const { pool, query } of originals) {
    pool.query = ((...args: unknown[]) => {
      const { name, text } = args[0] as { name?: string; text: string }
      if (name !== 'write-last-used' && !text.includes('pgboss')) count++
      return Reflect.apply(query, pool, args)
    }) as typeof pool.query
  }
  try {
    await work()
    return count
  } finally {
    for (const { pool, query } of originals) Object.assign(pool, { query })
  }
}
