import { sql } from 'kysely'
import { operator, record, sealBatch } from '#audit'
import { encryptTwoFactorAgain } from '#identity'
import { type Database, newId, type Secrets } from '#platform'
import { listsOfNodes } from '../running-nodes.ts'
import { type Command, CommandError } from './command.ts'
import { secretsOf } from './installation.ts'
import { type SecretUse, secretUses } from './secret-uses.ts'

export const secretRotateCommand: Command = {
  name: 'secret rotate',
  summary:
    'Encrypt two-factor authentication data with the first secret in SECRET, and report what the others are needed for.',
  options: {},
  async run({ config, db }) {
    const secrets = await secretsOf(config)
    const { id } = secrets.newest
    const usesOfOthers = async () =>
      (await secretUses(db.reader, secrets)).filter(({ secretId }) => secretId !== id)
    const before = await usesOfOthers()
    if (before.length === 0)
      return `Nothing needs another secret than ${id}. To replace it, add a new one in front, separated by a comma.`

    const unaware = (await listsOfNodes(db.reader)).filter((ids) => !ids.includes(id)).length
    if (unaware > 0)
      throw new CommandError(
        `${counted(unaware, 'running node')} without the secret ${id} could not decrypt what this command encrypts. Add it to SECRET on all nodes first.`,
      )
    await recordRotation(
      db,
      id,
      before.map(({ secretId }) => secretId),
    )
    const users = await encryptTwoFactorAgain(db, secrets)
    // A running server would do it within five minutes.
    await sealBatch(db, secrets.newest)
    const after = await usesOfOthers()
    const report = [
      `Encrypted the two-factor authentication data of ${counted(users, 'user')} with the secret ${id}.`,
      ...after.map((use) => sentenceAbout(use, secrets)),
    ].join('\n')
    if (after.some(({ users }) => users > 0)) throw new CommandError(report)
    return report
  },
}

function sentenceAbout({ secretId, users, sessions, until, seals }: SecretUse, { ids }: Secrets): string {
  const isListed = ids.includes(secretId)
  const secret = `The secret ${secretId}${isListed ? '' : ', which SECRET does not list,'}`
  if (users > 0)
    return `${secret} is needed for the two-factor authentication data of ${counted(users, 'user')}. ${isListed ? 'Run' : 'Add it to SECRET and run'} this command again. Otherwise, they need a recovery code.`
  if (sessions > 0)
    return `${secret} is needed for ${counted(sessions, 'session')}, until each is used again. The last one ends on ${until?.slice(0, 10)}.`
  if (seals > 0)
    return `${secret} is needed only to verify ${counted(seals, 'seal')} of the audit log.${isListed ? ' Remove it from SECRET and store it.' : ''}`
  return `${secret} is no longer needed. Remove it from SECRET.`
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

/** Any number that nothing else in this database locks. */
const advisoryLock = 0x736563726574

/** Writes an entry, unless an earlier run for this secret did. */
const recordRotation = (db: Database, newest: string, others: string[]): Promise<void> =>
  db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx)
    const last = await tx
      .selectFrom('auditLog')
      .select('targetLabel')
      .where('action', '=', 'secret.rotate')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last?.targetLabel === newest) return
    const target = { type: 'secret', id: newId(), label: newest } as const
    await record(tx, operator, 'secret.rotate', target, { formerSecrets: others.join(', ') })
  })
