import { type App, startApp } from '#app'
import { BackupError } from '#backups'
import { ConfigError, readConfig } from '#config'
import { FolderInUseError, ForeignFolderError, isUnavailable } from '#platform'

/** Reads the config, starts the app and stops it cleanly on a signal. */
async function main(): Promise<void> {
  const config = readConfig()
  console.log('Aerie is starting. The first start takes a few seconds longer ...')
  const app = await startApp(config)
  console.log(whatToOpen(config.baseUrl, app))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(app.stop()))
  app.db.failed.catch(fail)
}

function whatToOpen(baseUrl: string, { setup }: App): string {
  if (!setup.needed) return `Aerie is ready: open ${baseUrl}`
  const code = setup.code ? `\nSetup code: ${setup.code}` : ''
  return `Aerie is ready: open ${baseUrl} to set up the owner.${code}`
}

function end(stopping: Promise<void>): void {
  stopping.then(() => process.exit(0), fail)
}

/** Prints errors that an operator can fix as a sentence and others with their stack trace. */
function fail(error: unknown): never {
  console.error(sentenceOf(error) ?? error)
  process.exit(1)
}

function sentenceOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message, code = '' } = error as NodeJS.ErrnoException
  if ([BackupError, ConfigError, FolderInUseError, ForeignFolderError].some((kind) => error instanceof kind))
    return message
  if (code === 'EADDRINUSE') return `${message}. Choose another port with PORT.`
  if (/^(EACCES|EROFS|ENOSPC|EDQUOT|ENOTDIR)$/.test(code)) return `DATA_DIR is not writable: ${message}`
  // Wrong database name or password, or missing privileges.
  const refused = /^(28...|3D000|42501)$/.test(code)
  if (refused || isUnavailable(error)) return `The database does not respond: ${message || code}`
  return undefined
}

await main().catch(fail)
