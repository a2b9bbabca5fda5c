import { type App, startApp } from '#app'
import { ConfigError, readConfig } from '#config'
import { FolderInUseError } from '#platform'

/** Environment -> config -> app; stops cleanly on a signal. */
async function main(): Promise<void> {
  const config = readConfig()
  console.log('Aerie is starting; the first time takes some seconds longer ...')
  const app = await startApp(config)
  console.log(whatToOpen(config.baseUrl, app))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(app.stop()))
  app.db.failed.catch(fail)
}

function whatToOpen(baseUrl: string, { setup }: App): string {
  if (!setup.needed) return `Aerie is ready: open ${baseUrl}`
  const code = setup.code ? `\nIt asks for this set-up code: ${setup.code}` : ''
  return `Aerie is ready: open ${baseUrl} to set up the owner.${code}`
}

function end(stopping: Promise<void>): void {
  stopping.then(() => process.exit(0), fail)
}

/** What a person can mend is said in a sentence; anything else with its trace. */
function fail(error: unknown): never {
  const known = error instanceof ConfigError || error instanceof FolderInUseError
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  console.error(taken ? `${error.message}. Choose another port with PORT.` : known ? error.message : error)
  process.exit(1)
}

await main().catch(fail)
