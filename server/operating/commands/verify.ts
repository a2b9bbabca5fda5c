import { allInvariants, type Finding, verify } from '../verify.ts'
import { type Command, CommandError } from './command.ts'
import { filesOf, secretsOf } from './installation.ts'

export const verifyCommand: Command = {
  name: 'verify',
  readOnly: true,
  readsAll: true,
  summary: 'Check every invariant of the database and the files, and list the rows that violate one.',
  options: {
    files: { required: false, summary: 'Read every file instead of checking only its size' },
    mentions: { required: false, summary: 'Match all trackers against all texts again' },
  },
  async run({ config, db }, { files: readFiles, mentions }) {
    const files = await filesOf({ config, db })
    const secrets = await secretsOf(config)
    const how = { readFiles: readFiles !== undefined, scanTexts: mentions !== undefined }
    const invariants = allInvariants({ files, secrets }, how)
    const findings = await verify(db, invariants, progress(invariants.length))
    if (findings.length > 0) throw new CommandError(report(findings, invariants.length))
    return `All ${invariants.length} invariants hold.`
  },
}

/** Shows progress on a terminal, in one line that is overwritten. */
function progress(of: number) {
  const { isTTY, columns = 80 } = process.stderr
  return ({ rule }: { rule: string }, n: number) => {
    if (!isTTY) return
    const line = n + 1 < of ? `${n + 1}/${of} ${rule}`.slice(0, columns - 1) : ''
    process.stderr.write(`\r\x1b[K${line}`)
  }
}

function report(findings: Finding[], of: number): string {
  const parts = findings.map(({ rule, count, first }) => {
    const rows = first.map(({ row, what }) => `    ${row}: ${what}`)
    const more = count > first.length ? [`    and ${count - first.length} more`] : []
    return [`${rule}. ${count === 1 ? '1 violation:' : `${count} violations:`}`, ...rows, ...more].join('\n')
  })
  return [...parts, `${findings.length} of ${of} invariants are violated.`].join('\n\n')
}
