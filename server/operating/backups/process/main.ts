// Makes one backup in a separate process, whose memory is free again when it ends.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#database'
import { createFiles, openStorage } from '#files'
import { openDestination } from '../destination/destination.ts'
import { BackupError, knownTrouble } from '../error.ts'
import { makeBackup, type Origin } from '../make-backup.ts'
import { copyCluster, type Session } from './copy-cluster.ts'
import type { CopyEnd, CopyStep, Done, FromProcess, Task, ToProcess } from './messages.ts'

const send = (message: FromProcess) => process.send?.(message)

/** Makes the backup, and removes old ones. */
async function perform(task: Task): Promise<Done> {
  await using destination = await openDestination(task.to)
  const { shared } = destination
  const onStep = (step: 'tables' | 'files' | 'verifying') => void send({ step })
  const { name, at, rows, files, archiveBytes } = await withOrigin(task, async (origin) => {
    // The name decides which backups are old. By a clock that is slow, this one would be, and by a fast one it would never be.
    const { rows } = await origin.db.pool.query<{ at: string }>('select now() as at')
    const name = destination.archiveName(new Date(rows[0]!.at))
    return { name, ...(await makeBackup(origin, { path: join(task.to, name), shared, onStep })) }
  })
  const written = { bytes: archiveBytes + files.bytes, writtenBytes: archiveBytes + shared.writtenBytes }
  const { kept, leftover } = await destination.removeOld(task.keep)
  return { at, rows, files, name, ...written, kept, leftover }
}

async function withOrigin<T>(
  { databaseUrl: url, dataDir, filesAddress, secretIds, version }: Task,
  use: (origin: Origin) => Promise<T>,
): Promise<T> {
  const work = join(dataDir, 'backing-up')
  const options = { poolSize: 2, statementTimeout: 86_400_000, name: 'aerie backup' }
  if (!url) {
    send({ step: 'copying' })
    await rm(work, { recursive: true, force: true })
    await copyCluster(join(dataDir, 'postgres'), join(work, 'postgres'), session)
  }
  const db = await openDatabase({ url, dataDir: url ? dataDir : work, ...options })
  const storage = openStorage({ db, dataDir, configured: filesAddress, mayClaim: false })
  try {
    // Looked for here: the embedded database has one connection, which the backup takes.
    await storage.stores()
    const files = createFiles(storage)
    return await use({ db, files, held: url ? work : null, secretIds, version })
  } finally {
    await db.close()
    if (!url) await rm(work, { recursive: true })
  }
}

const session: Session = {
  begin: async () => void (await ask('begin')),
  end: async () => (await ask('end'))!,
  release: async () => void (await ask('release')),
}

function ask(step: CopyStep): Promise<CopyEnd | null> {
  const { promise, resolve, reject } = Promise.withResolvers<CopyEnd | null>()
  process.once('message', (message: ToProcess) => {
    if ('answer' in message) resolve(message.answer)
    else reject(new Error('refused' in message ? message.refused : 'Unexpected message'))
  })
  send({ ask: step })
  return promise
}

process.umask(0o077)
// The server has ended.
process.once('disconnect', () => process.exit(1))
process.once('message', async (message: ToProcess) => {
  if (!('task' in message)) return
  try {
    send({ done: await perform(message.task) })
  } catch (error) {
    const known = knownTrouble(error, message.task.to)
    const { message: failed, code, stack } = known as NodeJS.ErrnoException
    send({ failed, ...(!(known instanceof BackupError) && { code, stack }) })
  }
  process.disconnect?.()
})
