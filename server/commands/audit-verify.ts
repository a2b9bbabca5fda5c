import { firstBrokenSeal, sealHead } from '#audit'
import type { Database } from '#platform'
import { readSecret } from '../secret.ts'
import { type Command, CommandError, type Installation } from './command.ts'

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  summary: 'Check that no sealed entry of the audit log was changed or taken out.',
  options: {
    head: { value: 'SEAL', required: false, summary: 'What `audit head` printed once, to compare with' },
  },
  async run({ config, db }, { head }) {
    const broken = await firstBrokenSeal(db.reader, await secretOf(config))
    if (broken !== null) {
      throw new CommandError(
        `Seal ${broken} does not hold: an entry was changed or taken out, or SECRET is not the server's.`,
      )
    }
    if (head !== undefined) await compare(db, head)
    const newest = await sealHead(db.reader)
    const { entries, sealed } = await counts(db)
    return `${newest?.number ?? 0} seals hold, over ${sealed} of ${entries} entries. The rest awaits its seal.`
  },
}

async function secretOf({ dataDir, secrets }: Installation['config']): Promise<string> {
  const secret = secrets.secret ?? (await readSecret(dataDir))
  if (secret === null)
    throw new CommandError(`There is no secret in ${dataDir}. Set SECRET as for the server.`)
  return secret
}

async function compare(db: Database, head: string): Promise<void> {
  const [, number, mac] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head) ?? []
  if (!number || !mac)
    throw new CommandError('--head takes what `audit head` printed: a number, `:`, 64 digits.')
  const seal = await db.reader
    .selectFrom('auditSeals')
    .select('mac')
    .where('number', '=', Number(number))
    .executeTakeFirst()
  if (!seal?.mac.equals(Buffer.from(mac, 'hex'))) {
    throw new CommandError(
      `Seal ${number} is ${seal ? 'another one' : 'gone'}: the log was cut off or replaced.`,
    )
  }
}

async function counts(db: Database): Promise<{ entries: number; sealed: number }> {
  const { entries } = await db.reader
    .selectFrom('auditLog')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  const { sealed } = await db.reader
    .selectFrom('auditSealedEntries')
    .select(({ fn }) => fn.countAll<number>().as('sealed'))
    .executeTakeFirstOrThrow()
  return { entries, sealed }
}
