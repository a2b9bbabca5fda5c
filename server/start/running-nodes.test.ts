import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { openDatabase } from '#database'
import { createLog, newId } from '#platform'
import { newInstallation, onPostgres, testSecrets } from '#testing'
import { joinNodes } from './running-nodes.ts'

onPostgres('a node with a wrong clock', () => {
  test('takes calls unless another one agrees with the database', async () => {
    const { dataDir, databaseUrl, remove } = await newInstallation('postgresql')
    const db = await openDatabase({ url: databaseUrl, dataDir, poolSize: 1 })
    const now = Date.now
    const clock = mock.method(Date, 'now', () => now() + 90_000)
    const problemBeside = async (clockAheadMs: number | null) => {
      const other = { id: newId(), secretIds: [...testSecrets.ids], clockAheadMs }
      await db.reader.insertInto('nodes').values(other).execute()
      const membership = await joinNodes(db, testSecrets, createLog('silent'))
      await membership.leave()
      await db.reader.deleteFrom('nodes').execute()
      assert.ok(membership.clockAheadMs() > 80_000)
      return membership.problem()
    }
    try {
      assert.match((await problemBeside(-1000)) ?? '', /^The clock of this machine is wrong/)
      assert.equal(await problemBeside(95_000), null)
      // From before nodes compared clocks.
      assert.equal(await problemBeside(null), null)
    } finally {
      clock.mock.restore()
      await db.close()
      await remove()
    }
  })
})
