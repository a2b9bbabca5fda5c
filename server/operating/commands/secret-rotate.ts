import { sql } from 'kysely'
import { operator, record, sealBatch } from '#audit'
import type { Database, Reader } from '#database'
import { encryptTwoFactorAgain } from '#identity'
import { newId, type Secrets } from '#platform'
import { listsOfNodes } from '../../start/running-nodes.ts'
import { type Command, CommandError } from './command.ts'
import { secretsOf } from './installation.ts'

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

function sentenceAbout({ secretId, users, sessions, until, seals }: SecretUse, { ids }: Secrets): string {
  const isListed = ids.includes(secretId)
  const uses = [
    users > 0 && `the two-factor authentication data of ${counted(users, 'user')}`,
    sessions > 0 && counted(sessions, 'session'),
    seals > 0 && `verifying ${counted(seals, 'seal')} of the audit log`,
  ].filter((use) => use !== false)
  if (uses.length === 0) return `The secret ${secretId} is no longer needed. Remove it from SECRET.`
  const advice = [
    users > 0 && 'Add it to SECRET and run this command again. Without it, these users need a recovery code.',
    sessions > 0 &&
      `Sessions change to the newest secret when they are used. The last one ends on ${until?.slice(0, 10)}.`,
    isListed && users + sessions === 0 && 'Remove it from SECRET and store it.',
  ].filter((sentence) => sentence !== false)
  const listed = isListed ? '' : ', which SECRET does not list,'
  return [`The secret ${secretId}${listed} is needed for ${inWords.format(uses)}.`, ...advice].join(' ')
}

const inWords = new Intl.ListFormat('en-GB')

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

/** What a secret is needed for. */
interface SecretUse {
  secretId: string
  /** Users whose two-factor authentication data is encrypted with it. */
  users: number
  /** Sessions whose cookie it signed. */
  sessions: number
  /** When the last of these ends. Null if there is none. */
  until: string | null
  /** Seals of the audit log. */
  seals: number
}

/** Returns what each secret is needed for that SECRET lists or that something was made with. */
async function secretUses(reader: Reader, { ids }: Secrets): Promise<SecretUse[]> {
  const { rows } = await sql<SecretUse>`
    with uses (secret_id, users, sessions, until, seals) as (
      select id, 0, 0, null::timestamptz(3), 0 from unnest(${ids}::text[]) as id
      union all select encrypted_with, count(*), 0, null, 0 from two_factor group by 1
      union all select signed_with, 0, count(*), max(expires_at), 0 from sessions
        where expires_at > now() and signed_with is not null group by 1
      union all select signed_with, 0, 0, null, count(*) from audit_seals group by 1
    )
    select secret_id, sum(users)::int as users, sum(sessions)::int as sessions,
      max(until) as until, sum(seals)::int as seals
    from uses group by 1 order by 1`.execute(reader)
  return rows
}
