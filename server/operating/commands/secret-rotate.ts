import { sql } from 'kysely'
import { operator, record, sealBatch } from '#audit'
import type { Database } from '#database'
import { encryptTwoFactorAgain } from '#identity'
import { newId, type Secrets } from '#platform'
import { listsOfNodes } from '../../start/running-nodes.ts'
import { type Command, CommandError } from './command.ts'
import { secretsOf } from './installation.ts'
import { counted, type SecretUse, secretUses, usesInWords } from './secret-uses.ts'

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
      return `The secret ${id} is the only one in use. To replace it, put a new one in front of it in SECRET, with a comma between them.`

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

function sentenceAbout(use: SecretUse, { ids }: Secrets): string {
  const { secretId, users, sessions, until } = use
  const isListed = ids.includes(secretId)
  const uses = usesInWords(use)
  if (uses === '') return `The secret ${secretId} is no longer needed. Remove it from SECRET.`
  const advice = [
    users > 0 && 'Add it to SECRET and run this command again. Without it, these users need a recovery code.',
    sessions > 0 &&
      `Sessions change to the newest secret when they are used. The last one ends on ${until?.slice(0, 10)}.`,
    isListed && users + sessions === 0 && 'Remove it from SECRET and store it.',
  ].filter((sentence) => sentence !== false)
  const listed = isListed ? '' : ', which SECRET does not list,'
  return [`The secret ${secretId}${listed} is needed for ${uses}.`, ...advice].join(' ')
}

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
