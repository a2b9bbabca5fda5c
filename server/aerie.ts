// npm run aerie -- <command>. Exit codes: 0 success, 1 failure, 2 wrong usage.
import { parseArgs } from 'node:util'
import { BackupError } from '#backups'
import { ConfigError, readConfig } from '#config'
import { auditHeadCommand } from './commands/audit-head.ts'
import { auditVerifyCommand } from './commands/audit-verify.ts'
import { backupCommand } from './commands/backup.ts'
import { type Command, CommandError, type StandaloneCommand } from './commands/command.ts'
import { help, usage } from './commands/help.ts'
import { openInstallation } from './commands/installation.ts'
import { resetPasswordCommand } from './commands/reset-password.ts'
import { resetTwoFactorCommand } from './commands/reset-two-factor.ts'
import { restoreCommand } from './commands/restore.ts'
import { transferOwnershipCommand } from './commands/transfer-ownership.ts'
import { unlinkIdentityCommand } from './commands/unlink-identity.ts'
import { verifyCommand } from './commands/verify.ts'

const commands = [
  transferOwnershipCommand,
  resetPasswordCommand,
  resetTwoFactorCommand,
  unlinkIdentityCommand,
  verifyCommand,
  auditVerifyCommand,
  auditHeadCommand,
  backupCommand,
  restoreCommand,
]

/** Wrong usage; the message explains the right one. */
class UsageError extends Error {}

async function main(args: string[]): Promise<void> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) return console.log(help(commands))
  const [command, rest] = find(args)
  const options = read(command, rest)
  if ('runAlone' in command) return console.log(await command.runAlone(readConfig(), options))
  const installation = await openInstallation(readConfig(), command.readOnly ? 'refuse' : 'migrate')
  try {
    console.log(await command.run(installation, options))
  } finally {
    await installation.db.close()
  }
}

function find(args: string[]): [Command | StandaloneCommand, rest: string[]] {
  for (const command of commands) {
    const words = command.name.split(' ')
    if (words.every((word, index) => args[index] === word)) return [command, args.slice(words.length)]
  }
  throw new UsageError('Command not found. Run `npm run aerie -- help` for a list.')
}

function read(command: Command | StandaloneCommand, args: string[]): Record<string, string> {
  const { options } = command
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  try {
    const { values } = parseArgs({ args, options: known })
    const missing = Object.keys(options).find((name) => options[name]?.required && !values[name])
    if (missing) throw new Error(`--${missing} is missing`)
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === true ? 'yes' : String(value)]),
    )
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nUsage: npm run aerie -- ${usage(command)}`)
  }
}

/** Prints expected errors as a sentence and others with their stack trace. */
function fail(error: unknown): void {
  const known = [UsageError, CommandError, ConfigError, BackupError].some((kind) => error instanceof kind)
  console.error(known ? (error as Error).message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

await main(process.argv.slice(2)).catch(fail)
