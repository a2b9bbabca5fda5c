import { readSecret } from '../secret.ts'
import { allInvariants, type Finding, verify } from '../verify.ts'
import { type Command, CommandError } from './command.ts'

export const verifyCommand: Command = {
  name: 'verify',
  readOnly: true,
  summary: 'Compare everything that must hold in the database and the files, and say which row breaks what.',
  options: {
    files: { required: false, summary: 'Read every file, and not its size alone' },
    mentions: { required: false, summary: 'Look for all trackers in all texts anew' },
  },
  async run({ config: { dataDir, secrets }, db }, { files, mentions }) {
    const secret = secrets.secret ?? (await readSecret(dataDir))
    if (secret === null)
      throw new CommandError(`There is no secret in ${dataDir}. Set SECRET as for the server.`)
    const how = { readFiles: files !== undefined, scanTexts: mentions !== undefined }
    const invariants = allInvariants({ dataDir, secret }, how)
    const findings = await verify(db, invariants, progress(invariants.length))
    if (findings.length > 0) throw new CommandError(report(findings, invariants.length))
    return `All ${invariants.length} invariants hold.`
  },
}

/** On a terminal, one line that is written over. */
function progress(of: number) {
  const { isTTY, columns = 80 } = process.stderr
  return ({ says }: { says: string }, n: number) => {
    if (!isTTY) return
    const line = n + 1 < of ? `${n + 1}/${of} ${says}`.slice(0, columns - 1) : ''
    process.stderr.write(`\r\x1b[K${line}`)
  }
}

function report(findings: Finding[], of: number): string {
  const parts = findings.map(({ says, count, first }) => {
    const rows = first.map(({ row, what }) => `    ${row}: ${what}`)
    const more = count > first.length ? [`    and ${count - first.length} more`] : []
    return [`${says}. ${count === 1 ? 'Not so:' : `Not so ${count} times:`}`, ...rows, ...more].join('\n')
  })
  return [...parts, `${findings.length} of ${of} invariants do not hold.`].join('\n\n')
}
