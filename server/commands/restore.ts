import type { Config } from '#config'
import { readSecret } from '../secret.ts'
import { secretFingerprint } from './backup/make-backup.ts'
import { type Archive, verifyArchive } from './backup/read-archive.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { contentsOf, knownTrouble } from './backup.ts'
import { CommandError, type StandaloneCommand } from './command.ts'

export const restoreCommand: StandaloneCommand = {
  name: 'restore',
  summary: 'Restore a backup to an empty database and an empty folder, embedded or PostgreSQL.',
  options: {
    from: {
      value: 'FILE',
      required: true,
      summary: 'A file that `backup` wrote. It is verified first',
    },
    'new-secret': {
      required: false,
      summary:
        'Continue with a different secret: sessions and two-factor setups are lost, and seals cannot be verified',
    },
  },
  async runAlone(config, { from = '', 'new-secret': newSecret }) {
    const archive = await verifyArchive(from)
    if (!newSecret) await refuseOtherSecret(archive, config)
    await restoreBackup(from, archive, config).catch((error) => {
      throw knownTrouble(error, config.dataDir)
    })
    return `Restored: ${contentsOf(archive)}. Keys revoked and users disabled since then are active again.`
  },
}

/** Sessions, two-factor authentication and the audit log's seals depend on the secret. */
async function refuseOtherSecret({ beginning }: Archive, { dataDir, secrets }: Config): Promise<void> {
  const given = secrets.secret ?? (await readSecret(dataDir))
  if (given === null && beginning.withSecret) return
  if (given !== null && secretFingerprint(given) === beginning.secretMark) return
  const problem = given === null ? 'SECRET is not set' : 'SECRET differs from the one of the backup'
  const solution = beginning.withSecret ? 'The backup contains it as `secret`' : 'Set SECRET to that one'
  throw new CommandError(`${problem}. ${solution}, or use --new-secret: everyone then has to sign in again.`)
}
