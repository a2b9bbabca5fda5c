import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#platform'
import { onDatabase } from '#testing'
import { expireSessions } from './expire-sessions.ts'

onDatabase('every hour', (app) => {
  test('expired sessions are deleted, and others stay', async () => {
    const { pool } = app().db
    await pool.query(`update sessions set expires_at = now() - interval '1 minute'
      where user_id = '${app().people.member.id}'`)
    const sessionsOf = async (id: string) =>
      (await pool.query('select from sessions where user_id = $1', [id])).rowCount
    assert.equal(await sessionsOf(app().people.member.id), 1)
    await expireSessions.run(
      { db: app().db, log: createLog('silent'), signal: new AbortController().signal },
      {},
    )
    assert.equal(await sessionsOf(app().people.member.id), 0)
    assert.equal(await sessionsOf(app().people.owner.id), 1)
  })
})
