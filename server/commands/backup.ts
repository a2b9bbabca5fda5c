import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#config'
import { readSecret } from '../secret.ts'
import { makeBackup } from './backup/make-backup.ts'
import { type Archive, verifyArchive } from './backup/read-archive.ts'
import { CommandError, type StandaloneCommand } from './command.ts'
import { openInstallation } from './installation.ts'

export const backupCommand: StandaloneCommand = {
  name: 'backup',
  summary:
    'Write everything to one file, as it is at this moment, or check such a file. PostgreSQL’s nodes go on meanwhile.',
  options: {
    to: {
      value: 'FILE_OR_FOLDER',
      required: false,
      summary: 'Where to; in a folder it is named for the time',
    },
    'with-secret': {
      required: false,
      summary: 'The secret, too: whoever has the file can then sign in as anybody',
    },
    verify: { value: 'FILE', required: false, summary: 'Read a backup to its end and compare its sums' },
  },
  async runAlone(config, { to, verify, 'with-secret': withSecret }) {
    if (verify !== undefined) {
      const archive = await verifyArchive(verify)
      return `${verify} is whole: ${contentsOf(archive)}.`
    }
    if (to === undefined)
      throw new CommandError('Say where with --to FILE_OR_FOLDER, or what to check with --verify FILE.')
    const path = await placeFor(to)
    const secret = await secretOf(config)
    const installation = await openInstallation(config, 'leave')
    try {
      const { rows, files } = await makeBackup(installation, {
        path,
        secret,
        withSecret: withSecret !== undefined,
      })
      const reminder = withSecret
        ? 'It holds the secret: keep it like one.'
        : 'It does not hold the secret: keep that elsewhere.'
      return `${path}: ${amountOf({ rows, files })}. ${reminder}`
    } catch (error) {
      throw knownTrouble(error, path)
    } finally {
      await installation.db.close()
    }
  },
}

/** `412 rows in 40 tables and 3 files, of 2026-11-21T20:03:00.000Z` */
export function contentsOf({ beginning, end }: Archive): string {
  return `${amountOf(end)}, of ${beginning.at}, ${beginning.withSecret ? 'with' : 'without'} the secret`
}

function amountOf({ rows, files }: Pick<Archive['end'], 'rows' | 'files'>): string {
  const counts = Object.values(rows)
  const all = counts.reduce((sum, count) => sum + count, 0)
  return `${all} rows in ${counts.length} tables and ${files.count} ${files.count === 1 ? 'file' : 'files'}`
}

async function placeFor(to: string): Promise<string> {
  const found = await stat(to).catch(() => undefined)
  if (found?.isDirectory())
    return join(resolve(to), `aerie-${new Date().toISOString().replaceAll(':', '-')}.tar`)
  if (found) throw new CommandError(`${to} is there already.`)
  return resolve(to)
}

async function secretOf({ dataDir, secrets }: Config): Promise<string> {
  const secret = secrets.secret ?? (await readSecret(dataDir))
  if (secret === null)
    throw new CommandError(`There is no secret in ${dataDir}. Set SECRET as for the server.`)
  return secret
}

/** What the disk said, in a sentence. */
export function knownTrouble(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC')
    return new CommandError(`There is no space left for ${path}. Nothing was left behind.`)
  if (code && /^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EDQUOT|EXDEV)$/.test(code))
    return new CommandError(`${path}: ${message}.`)
  return error
}
