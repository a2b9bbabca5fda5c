import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Archive, knownTrouble, makeBackup, verifyBackup } from '#backups'
import { Secrets } from '#platform'
import { secretListText } from '../../start/secret-list.ts'
import { version } from '../../start/version.ts'
import { CommandError, type StandaloneCommand } from './command.ts'
import { filesOf, openInstallation, secretListOf } from './installation.ts'

export const backupCommand: StandaloneCommand = {
  name: 'backup',
  summary:
    'Write a consistent backup to one file, or verify such a file. With PostgreSQL, nodes keep running.',
  options: {
    to: {
      value: 'FILE_OR_FOLDER',
      required: false,
      summary: 'The new file, or a folder where the file is named after the time',
    },
    'with-secret': {
      required: false,
      summary: 'Include the secret. Anyone with the file can then sign in as anyone',
    },
    verify: {
      value: 'FILE',
      required: false,
      summary: 'Read a whole backup, with its files, and compare all checksums',
    },
  },
  async runAlone(config, { to, verify, 'with-secret': withSecret }) {
    if (verify !== undefined) {
      const archive = await verifyBackup(verify, 'read')
      return `${verify} is complete: ${contentsOf(archive)}.`
    }
    if (to === undefined)
      throw new CommandError('Set --to FILE_OR_FOLDER to create a backup, or --verify FILE to check one.')
    const path = await placeFor(to)
    const secrets = await secretListOf(config)
    const { db } = await openInstallation(config, 'leave')
    const { dataDir } = config
    // Nobody else writes to an embedded database: this process has it exclusively.
    const held = db.kind === 'embedded' ? null : join(dataDir, 'backing-up')
    try {
      const { rows, files } = await makeBackup(
        { db, files: await filesOf({ config, db }), held, secretIds: new Secrets(secrets).ids, version },
        { path, secret: withSecret && secretListText(secrets) },
      )
      const reminder = withSecret
        ? 'It contains the secret: protect it accordingly.'
        : 'It does not contain the secret: store that elsewhere.'
      return `${path}: ${amountOf({ rows, files })}. ${reminder}`
    } catch (error) {
      throw knownTrouble(error, path)
    } finally {
      await db.close()
    }
  },
}

/** Returns a summary such as `412 rows in 40 tables and 3 files, of 2026-11-21T20:03:00.000Z, with the secret`. */
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
  if (found) throw new CommandError(`${to} already exists.`)
  return resolve(to)
}
