import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase } from '#testing'
import { copyIn, copyLine } from './copy-in.ts'
import type { Session } from './session.ts'

onEachDatabase('rows that are copied', (app) => {
  /** Runs in a transaction that is rolled back. */
  async function inTransaction(body: (client: Session) => Promise<void>): Promise<void> {
    const client = await app().db.pool.connect()
    try {
      await client.query('begin')
      await client.query('create temporary table copied (n integer primary key, text text)')
      await body(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const into = 'copy copied (n, text) from stdin'

  test('arrive as they were, whatever characters they have', async () => {
    const texts = [null, '', '\\N', '\\.', 'a\tb\nc\r\nd\\e', '"quoted", \u0001 💚', 'x'.repeat(300_000)]
    const rows = texts.map((text, n) => ({ n, text }))
    await inTransaction(async (client) => {
      const lines = rows.map(({ n, text }) => copyLine([String(n), text]))
      await copyIn(client, into, lines.slice(0, 3).join(''))
      await copyIn(client, into, lines.slice(3).join(''))
      assert.deepEqual((await client.query('select * from copied order by n')).rows, rows)
    })
  })

  test('are refused with the error of the row, and the connection can be used afterwards', async () => {
    await inTransaction(async (client) => {
      await client.query('savepoint before')
      const twice = copyLine(['1', 'one']).repeat(2)
      await assert.rejects(copyIn(client, into, twice), { code: '23505' })
      await client.query('rollback to before')
      await assert.rejects(copyIn(client, into.replace('text', 'missing'), twice), { code: '42703' })
      await client.query('rollback to before')
      await copyIn(client, into, copyLine(['2', 'two']))
      assert.deepEqual((await client.query('select n from copied')).rows, [{ n: 2 }])
    })
  })
})
