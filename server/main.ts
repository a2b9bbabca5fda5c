// Separate because it is a program: loading it starts a server.
import { type App, startApp } from '#app'
import { type Config, readConfig } from '#config'
import { freeUnusedMemory, requireMemory, spareMemory } from '#platform'
import { explain } from './operating/explain.ts'
import { stopOnSignal } from './start/stop-on-signal.ts'

let config: Config | undefined

/** Reads the config, starts the app and stops it cleanly on a signal. */
async function main(): Promise<void> {
  config = readConfig()
  let app: App | undefined
  // A start can be broken off anywhere, like by a crash.
  stopOnSignal(async () => app?.stop(), fail)
  console.log('Aerie is starting. The first start takes a few seconds longer ...')
  const kind = config.secrets.databaseUrl ? 'postgresql' : 'embedded'
  requireMemory(kind)
  spareMemory()
  app = await startApp(config)
  app.startClock()
  freeUnusedMemory()
  console.log(whatToOpen(config.baseUrl, app))
  app.db.failed.catch(fail)
}

function whatToOpen(baseUrl: string, { setup }: App): string {
  if (!setup.needed) return `Aerie is ready: open ${baseUrl}`
  const code = setup.code ? `\nSetup code: ${setup.code}` : ''
  return `Aerie is ready: open ${baseUrl} to set up the owner.${code}`
}

/** Prints errors that an operator can fix as a sentence and others with their stack trace. */
function fail(error: unknown): never {
  console.error(explain(error, config) ?? error)
  process.exit(1)
}

await main().catch(fail)
