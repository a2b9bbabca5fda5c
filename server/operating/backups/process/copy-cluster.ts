import { type FileHandle, mkdir, open, readdir, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncedEveryBytes } from '../archive/write-archive.ts'
import { BackupError } from '../error.ts'
import { unlessMissing } from '../unless-missing.ts'
import type { CopyEnd } from './messages.ts'

/** What the server does for a copy, in its session. */
export interface Session {
  begin(): Promise<void>
  end(): Promise<CopyEnd>
  release(): Promise<void>
}

const chunkBytes = 1024 * 1024
/** Space that remains for the server while the copy exists. */
const reservedBytes = 256 * chunkBytes

/** Folders whose content PostgreSQL recreates, and its log, which is copied last. */
const emptied = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const omitted = /(^|\/)(pgsql_tmp.*|pg_internal\.init.*|postmaster\.(pid|opts)|backup_label.*)$/

/**
 * Copies the embedded database in the folder `from` while the server uses it, as pg_basebackup does: pages that change
 * meanwhile are repaired from PostgreSQL's log, which is copied last. PostgreSQL recovers the copy when it is opened, and
 * refuses one that is incomplete. The statements between cost the server moments; this reads its files beside it.
 */
export async function copyCluster(from: string, to: string, session: Session): Promise<void> {
  const { files, folders } = await contentsOf(from)
  await refuseWithoutSpace(from, files)
  for (const folder of folders) await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
  const copy = copyTo(from, to)
  // So that the checkpoint, for which the server waits, has little to write.
  for (const file of files) await sync(join(from, file))
  await session.begin()
  const control = 'global/pg_control'
  const kept = (file: string) => !emptied.test(file) && !omitted.test(file) && file !== control
  for (const file of (await contentsOf(from)).files.filter(kept)) await copy(file)
  await copy(control)
  const { label, lastSegment } = await session.end()
  const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  if (!firstSegment) throw new Error('PostgreSQL returned an unknown backup_label.')
  for (const segment of await readdir(join(from, 'pg_wal')))
    if (segment.length === 24 && segment >= firstSegment && segment <= lastSegment)
      await copy(join('pg_wal', segment))
  await session.release()
  await writeFile(join(to, 'backup_label'), label, { mode: 0o600 })
}

async function contentsOf(from: string): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const relative = (entry: (typeof entries)[number]) =>
    join(entry.parentPath, entry.name).slice(from.length + 1)
  const folders = entries.filter((entry) => entry.isDirectory()).map(relative)
  return {
    files: entries.filter((entry) => entry.isFile()).map(relative),
    folders: folders.filter((folder) => !folder.startsWith('pg_replslot/')),
  }
}

async function refuseWithoutSpace(from: string, files: string[]): Promise<void> {
  let bytes = reservedBytes
  for (const file of files) bytes += (await stat(join(from, file)).catch(() => ({ size: 0 }))).size
  const { bavail, bsize } = await statfs(from)
  if (bavail * bsize >= bytes) return
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`
  throw new BackupError(
    `The backup needs ${inMegabytes(bytes)} for a temporary copy, but only ${inMegabytes(bavail * bsize)} are free in ${dirname(from)}.`,
  )
}

/** Returns the function that copies a file, through one buffer. Files that PostgreSQL removes meanwhile are skipped. */
function copyTo(from: string, to: string): (file: string) => Promise<void> {
  const buffer = Buffer.allocUnsafe(chunkBytes)
  let unsynced = 0
  return async (file) => {
    const source = await open(join(from, file)).catch(unlessMissing)
    if (!source) return
    await using _source = source
    await mkdir(dirname(join(to, file)), { recursive: true, mode: 0o700 })
    await using target = await open(join(to, file), 'w', 0o600)
    for (;;) {
      const { bytesRead } = await source.read(buffer, 0, chunkBytes)
      if (bytesRead === 0) return
      await target.write(buffer, 0, bytesRead)
      unsynced += bytesRead
      if (unsynced < syncedEveryBytes) continue
      await target.datasync()
      unsynced = 0
    }
  }
}

async function sync(path: string): Promise<void> {
  const file: FileHandle | undefined = await open(path).catch(unlessMissing)
  if (!file) return
  await using _file = file
  await file.sync()
}
