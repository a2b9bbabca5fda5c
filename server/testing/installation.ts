import { rm } from 'node:fs/promises'
import { type App, startApp } from '#app'
import { type Client, createClient } from '#client'
import { readConfig } from '#config'
import { type DatabaseKind, postgres } from './cluster.ts'
import { newDataDir } from './data-dir.ts'
import { keepProgram } from './embedded-program.ts'
import { testSettings } from './settings.ts'

/** A new database with nobody in it, and nodes on it with settings of the test's choice. */
export interface Installation {
  dataDir: string
  databaseUrl: string | undefined
  /** Starts a node; a setting that is not given has the tests' value. On the embedded database one at a time. */
  start(settings?: Record<string, string>): Promise<App & { client: Client }>
  /** Stops the nodes that still run and removes everything. */
  remove(): Promise<void>
}

/** @throws Error where PostgreSQL is asked for and not installed. */
export async function newInstallation(
  kind: DatabaseKind = postgres ? 'postgresql' : 'embedded',
): Promise<Installation> {
  const cluster = kind === 'postgresql' ? postgres : undefined
  if (cluster === null) throw new Error('PostgreSQL is not installed')
  const databaseUrl = await cluster?.createMigratedDatabase()
  const dataDir = await newDataDir(databaseUrl)
  const starts: Promise<App>[] = []

  return {
    dataDir,
    databaseUrl,
    async start(settings = {}) {
      if (kind === 'embedded') await keepProgram()
      const starting = startApp(
        readConfig(testSettings({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings })),
      )
      let stopping: Promise<void> | undefined
      const app = starting.then((started) => ({
        ...started,
        stop: (drainMs = 0) => (stopping ??= started.stop(drainMs)),
        client: createClient({ baseUrl: started.address }),
      }))
      starts.push(app)
      return app
    },
    async remove() {
      // Those still starting, too, where a test failed in between; and those that never did are no matter.
      for (const start of await Promise.allSettled(starts)) {
        if (start.status === 'fulfilled') await start.value.stop()
      }
      if (databaseUrl) await cluster?.dropDatabase(databaseUrl)
      await rm(dataDir, { recursive: true })
    },
  }
}
