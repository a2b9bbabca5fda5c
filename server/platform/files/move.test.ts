// Uploads that meet a move. Each transaction that refers to a file takes the lock that the move takes.
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { unguarded } from '#database'
import { createFiles, type Files, moveFiles, openStorage } from '#files'
import { Refusal } from '#platform'
import { onPostgres, until } from '#testing'
import { type ObjectStorage, startObjectStorage } from './testing/object-storage.ts'

onPostgres('an upload while files are moved', (app) => {
  let storage: ObjectStorage
  let files: Files
  before(async () => {
    storage = await startObjectStorage()
    const { db, dataDir } = app()
    const place = openStorage({ db, dataDir, configured: 'folder', mayClaim: false })
    files = createFiles(place)
    await db.pool.query('create table test_files (file_key text, bytes int, sha256 text)')
  })
  after(() => storage.stop())

  const move = (to: string) => unguarded(() => moveFiles({ db: app().db, dataDir: app().dataDir, to }))
  const refer = (file: Awaited<ReturnType<Files['write']>>, meanwhile: () => Promise<unknown>) =>
    app().db.transaction(async (tx) => {
      await file.confirm(tx)
      await meanwhile()
      const { key: fileKey, bytes, sha256 } = file
      await tx
        .insertInto('test_files' as never)
        .values({ fileKey, bytes, sha256 } as never)
        .execute()
    })

  test('that is about to be committed is waited for, and moved', async () => {
    const file = await files.write('committed while the move begins')
    let moving: Promise<unknown> | undefined
    const watcher = new pg.Client(app().databaseUrl)
    await watcher.connect()
    await refer(file, async () => {
      moving = move(storage.address('there'))
      const waits = () =>
        watcher.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
        )
      await Promise.race([moving, until(waits, ({ rows }) => rows.length > 0)])
    })
    await moving
    await watcher.end()
    assert.equal(await text(await files.read(file.key)), 'committed while the move begins')
  })

  test('that was written before, and is committed after, is refused and can be repeated', async () => {
    const late = await files.write('late')
    await move('folder')
    await assert.rejects(
      refer(late, async () => {}),
      (error) => error instanceof Refusal && error.code === 'busy',
    )
    const again = await files.write('late')
    await refer(again, async () => {})
    assert.equal(await text(await files.read(again.key)), 'late')
  })
})
