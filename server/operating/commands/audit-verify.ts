import { type Finding, type Verified, verifySeals } from '#audit'
import type { Database } from '#database'
import { type Command, CommandError } from './command.ts'
import { secretsOf } from './installation.ts'

/** Further findings are only counted. */
const maxPrinted = 20

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  readOnly: true,
  summary: 'Check that no sealed entry of the audit log was changed, removed, inserted or moved.',
  options: {
    head: { value: 'SEAL', required: false, summary: 'An earlier output of `audit head` to compare with' },
  },
  async run({ config, db }, { head }) {
    const first: string[] = []
    let [found, isOnlyUnverified] = [0, true]
    const note = (line: string) => ++found <= maxPrinted && first.push(line)

    if (head !== undefined && !(await hasSeal(db, head))) {
      isOnlyUnverified = false
      note(`seal ${head.split(':')[0]} is missing or different: the log was cut off or replaced`)
    }
    const findings = verifySeals(db.reader, await secretsOf(config))
    let next = await findings.next()
    for (; !next.done; next = await findings.next()) {
      if (next.value.wrong !== 'secret') isOnlyUnverified = false
      note(lineOf(next.value))
    }

    const summary = summaryOf(next.value)
    if (found === 0) return `${summary} No tampering found.`
    const more = found > maxPrinted ? [`and ${formatted(found - maxPrinted)} more`] : []
    const problem = isOnlyUnverified ? 'cannot be verified completely' : 'was tampered with'
    const title = `The audit log ${problem}. ${found === 1 ? 'One finding' : `${formatted(found)} findings`}:`
    throw new CommandError([title, ...[...first, ...more].map((line) => `  ${line}`), summary].join('\n'))
  },
}

/** Returns a line such as `changed: user.role of 2026-05-01T10:00:00.000Z, 019b… differs from what was sealed (seal 3)`. */
function lineOf({ wrong, seal, entry, what }: Finding): string {
  if (!entry) return `seal ${seal} ${what}`
  const which = [entry.action ?? 'an entry', entry.at && `of ${entry.at}`].filter(Boolean).join(' ')
  return `${wrong}: ${which}, ${entry.id} ${what}${seal === null ? '' : ` (seal ${seal})`}`
}

function summaryOf({ seals, entries, waiting }: Verified): string {
  const sealed = `${seals === 1 ? '1 seal covers' : `${formatted(seals)} seals cover`} ${formatted(entries - waiting.entries)} of ${formatted(entries)} entries.`
  if (waiting.entries === 0) return sealed
  return `${sealed} ${formatted(waiting.entries)} are not sealed yet, the oldest of ${waiting.since}. A running server seals every second.`
}

const formatted = (count: number): string => count.toLocaleString('en')

async function hasSeal(db: Database, head: string): Promise<boolean> {
  const [, number, mac] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head) ?? []
  if (!number || !mac)
    throw new CommandError('--head takes the output of `audit head`: a number, `:`, 64 digits.')
  const seal = await db.reader
    .selectFrom('auditSeals')
    .select('mac')
    .where('number', '=', Number(number))
    .executeTakeFirst()
  return seal?.mac.equals(Buffer.from(mac, 'hex')) ?? false
}
