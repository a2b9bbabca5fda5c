import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Archive, backupsIn, knownTrouble, restoreBackup, verifyBackup } from '#backups'
import type { Config } from '#config'
import { Secrets } from '#platform'
import { readOrCreateSecret, readSecret } from '../../start/secret.ts'
import { contentsOf } from './backup.ts'
import { CommandError, type StandaloneCommand } from './command.ts'

export const restoreCommand: StandaloneCommand = {
  name: 'restore',
  summary:
    'Restore a backup to an empty database and an empty folder, embedded or PostgreSQL. Run it again if it was interrupted.',
  options: {
    from: {
      value: 'FILE_OR_FOLDER',
      required: true,
      summary: 'A backup, or the folder BACKUP_TO for its newest. It is verified first',
    },
    'new-secret': {
      required: false,
      summary:
        'Continue with a different secret: sessions and two-factor setups are lost, and seals cannot be verified',
    },
  },
  async runAlone(config, { from = '', 'new-secret': newSecret }) {
    const path = await backupAt(from)
    const archive = await verifyBackup(path, 'compare sizes')
    if (!newSecret) await refuseOtherSecret(archive, config)
    const { dataDir, databasePool: poolSize, secrets, files } = config
    await restoreBackup(path, archive, {
      dataDir,
      databaseUrl: secrets.databaseUrl,
      poolSize,
      files,
      newSecretIds: newSecret ? (folder) => secretIdsOf(config, folder) : undefined,
    }).catch((error) => {
      throw knownTrouble(error, dataDir)
    })
    return `Restored ${path}: ${contentsOf(archive)}. Keys revoked and users disabled since then are active again.`
  },
}

/** Returns the backup itself, or the newest in a folder. */
async function backupAt(from: string): Promise<string> {
  const found = await stat(from).catch(() => undefined)
  if (!found?.isDirectory()) return from
  const [newest] = await backupsIn(from)
  if (!newest) throw new CommandError(`No backup in ${resolve(from)}.`)
  return join(resolve(from), newest)
}

/** Returns the ids of the secrets in SECRET, or in the file in DATA_DIR or `folder`, where it is created if necessary. */
async function secretIdsOf({ dataDir, secrets }: Config, folder: string): Promise<string[]> {
  const values = secrets.secret ?? (await readSecret(dataDir)) ?? (await readOrCreateSecret(folder))
  return new Secrets(values).ids
}

/** Sessions, two-factor authentication and the audit log's seals depend on the secret. */
async function refuseOtherSecret({ beginning }: Archive, { dataDir, secrets }: Config): Promise<void> {
  const given = secrets.secret ?? (await readSecret(dataDir))
  if (given === null && beginning.withSecret) return
  const ids = given ? new Secrets(given).ids : []
  const missing = beginning.secretIds.filter((id) => !ids.includes(id))
  if (missing.length === 0) return
  const problem = given ? `SECRET lacks ${missing.join(' and ')} of the backup` : 'SECRET is not set'
  const solution = beginning.withSecret
    ? 'The backup contains it as `secret`'
    : 'Set SECRET to the one of the backup'
  throw new CommandError(`${problem}. ${solution}, or use --new-secret: everyone then has to sign in again.`)
}
