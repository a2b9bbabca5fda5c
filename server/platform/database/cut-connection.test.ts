import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { getMe } from '#contract'
import { onPostgres } from '#testing'

onPostgres('a connection that is cut', (app) => {
  test('between two statements of a transaction undoes it, and the node goes on', async () => {
    const { db } = app()
    const cut = Promise.withResolvers<void>()
    let pid: number | undefined
    // Others acquire connections meanwhile.
    const listen = (client: pg.PoolClient & { processID?: number }) =>
      client.once('end', () => {
        if (client.processID === pid) cut.resolve()
      })
    db.pool.connections.on('acquire', listen)
    const undone = db.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      pid = rows[0]?.pid
      await terminate(pid)
      await cut.promise
      await sql`select 1`.execute(tx)
    })
    await assert.rejects(undone)
    db.pool.connections.off('acquire', listen)
    assert.equal((await app().as('member').call(getMe)).user.role, 'member')
  })

  async function terminate(pid: number | undefined): Promise<void> {
    const other = new pg.Client(app().databaseUrl)
    await other.connect()
    await other.query('select pg_terminate_backend($1)', [pid])
    await other.end()
  }
})
