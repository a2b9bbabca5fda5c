import { type Command, type Operators, runCommandLine } from '#cli'
import { onCommandLine } from './commands/on-command-line.ts'

const serveWith = (serve: () => Promise<unknown>): Command => ({
  words: ['serve'],
  summary: 'Run the server until it gets SIGTERM or Ctrl-C. Settings are environment variables.',
  arguments: [],
  options: [],
  isForOperators: true,
  async run() {
    await serve()
    // The server ends the process.
    await new Promise(() => {})
  },
})

/** Each is loaded when it is needed. */
const operators: Omit<Operators, 'serve'> = {
  backup: async () => onCommandLine((await import('./commands/backup.ts')).backupCommand),
  restore: async () => onCommandLine((await import('./commands/restore.ts')).restoreCommand),
  verify: async () => onCommandLine((await import('./commands/verify.ts')).verifyCommand),
  'files move': async () => onCommandLine((await import('./commands/files-move.ts')).filesMoveCommand),
  'audit verify': async () => onCommandLine((await import('./commands/audit-verify.ts')).auditVerifyCommand),
  'audit head': async () => onCommandLine((await import('./commands/audit-head.ts')).auditHeadCommand),
  'secret rotate': async () =>
    onCommandLine((await import('./commands/secret-rotate.ts')).secretRotateCommand),
  'secret replace': async () =>
    onCommandLine((await import('./commands/secret-replace.ts')).secretReplaceCommand),
  'transfer-ownership': async () =>
    onCommandLine((await import('./commands/transfer-ownership.ts')).transferOwnershipCommand),
  'reset-password': async () =>
    onCommandLine((await import('./commands/reset-password.ts')).resetPasswordCommand),
  'reset-two-factor': async () =>
    onCommandLine((await import('./commands/reset-two-factor.ts')).resetTwoFactorCommand),
  'unlink-identity': async () =>
    onCommandLine((await import('./commands/unlink-identity.ts')).unlinkIdentityCommand),
}

/** Runs the command line of an installation: the server, the operators’ commands and every operation of the API. */
export const run = (serve: () => Promise<unknown>): Promise<void> =>
  runCommandLine(process.argv.slice(2), { serve: async () => serveWith(serve), ...operators })
