import { after, before, describe } from 'node:test'
import { inFull } from '../../scripts/test/full.ts'
import { startTestApp, type TestApp } from './app.ts'
import { type DatabaseKind, postgres } from './cluster.ts'
import { howToGetPostgres } from './postgres.ts'

type Settings = () => Promise<Record<string, string>>

/** The databases that this run tests: both in a full run, otherwise PostgreSQL, or the embedded one if it is missing. */
export const databaseKinds: readonly DatabaseKind[] = inFull
  ? ['embedded', 'postgresql']
  : [postgres ? 'postgresql' : 'embedded']

/**
 * Declares tests once and runs them on each database of this run, on a node with a new database. `settings` override
 * those of all tests.
 */
export function onEachDatabase(
  what: string,
  declare: (app: () => TestApp, kind: DatabaseKind) => void,
  settings?: Settings,
): void {
  for (const kind of databaseKinds) onDatabase(kind, what, declare, settings)
}

/** Declares tests that show nothing on the embedded database, which runs one statement at a time: races. */
export function onPostgres(what: string, declare: (app: () => TestApp, kind: DatabaseKind) => void): void {
  onDatabase('postgresql', what, declare)
}

function onDatabase(
  kind: DatabaseKind,
  what: string,
  declare: (app: () => TestApp, kind: DatabaseKind) => void,
  settings: Settings = async () => ({}),
): void {
  const skip = kind === 'postgresql' && !postgres && `needs ${howToGetPostgres}`
  describe(`${what}, ${kind}`, { skip }, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(kind, await settings())
    })
    after(() => app.stop())
    declare(() => app, kind)
  })
}
