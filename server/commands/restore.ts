import type { Config } from '#config'
import { readSecret } from '../secret.ts'
import { markOf } from './backup/make-backup.ts'
import { type Archive, verifyArchive } from './backup/read-archive.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { contentsOf, knownTrouble } from './backup.ts'
import { CommandError, type StandaloneCommand } from './command.ts'

export const restoreCommand: StandaloneCommand = {
  name: 'restore',
  summary:
    'Fill an empty database and an empty folder from a backup, of the same kind of database or the other.',
  options: {
    from: {
      value: 'FILE',
      required: true,
      summary: 'What `backup` wrote; it is checked before anything is done',
    },
    'new-secret': {
      required: false,
      summary:
        'Go on though the secret is another: sessions and second steps are lost, and seals cannot be checked',
    },
  },
  async runAlone(config, { from = '', 'new-secret': newSecret }) {
    const archive = await verifyArchive(from)
    if (!newSecret) await refuseOtherSecret(archive, config)
    await restoreBackup(from, archive, config).catch((error) => {
      throw knownTrouble(error, config.dataDir)
    })
    return `Restored: ${contentsOf(archive)}. Keys that were revoked and people who were disabled since then are back.`
  },
}

/** Sessions, second steps and the audit log's seals depend on it; to lose them must not come as a surprise. */
async function refuseOtherSecret({ beginning }: Archive, { dataDir, secrets }: Config): Promise<void> {
  const given = secrets.secret ?? (await readSecret(dataDir))
  if (given === null && beginning.withSecret) return
  if (given !== null && markOf(given) === beginning.secretMark) return
  const is = given === null ? 'There is no SECRET' : 'SECRET is not that of the backup'
  const where = beginning.withSecret ? 'The backup holds it as the part `secret`' : 'Set SECRET to it'
  throw new CommandError(`${is}. ${where}; or say --new-secret, and everybody signs in anew.`)
}
