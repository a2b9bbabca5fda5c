import { after, before, describe } from 'node:test'
import { inFull } from '../../scripts/test/full.ts'
import { startTestApp, type TestApp } from './app.ts'
import { type DatabaseKind, postgres } from './cluster.ts'
import { howToGetPostgres } from './postgres.ts'

type Settings = () => Promise<Record<string, string>>
type Declare = (app: () => TestApp, kind: DatabaseKind) => void

/** The database of tests that are the same on both: PostgreSQL, or the embedded one if it is missing. */
const usual: DatabaseKind = postgres ? 'postgresql' : 'embedded'

/** The databases that suites test where these differ: both in a full run, otherwise the usual one. */
export const databaseKinds: readonly DatabaseKind[] = inFull ? ['embedded', 'postgresql'] : [usual]

/** Declares tests on a node with a new database. `settings` override those of all tests. */
export function onDatabase(what: string, declare: Declare, settings?: Settings): void {
  onKind(usual, what, declare, settings)
}

/**
 * Declares tests once and runs them on each of {@link databaseKinds}. Only for what SQL, locks, crashes or limits can make
 * differ, because it costs twice as much.
 */
export function onEachDatabase(what: string, declare: Declare, settings?: Settings): void {
  for (const kind of databaseKinds) onKind(kind, what, declare, settings)
}

/** Declares tests that show nothing on the embedded database, which runs one statement at a time: races. */
export function onPostgres(what: string, declare: Declare): void {
  onKind('postgresql', what, declare)
}

function onKind(
  kind: DatabaseKind,
  what: string,
  declare: Declare,
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
