import { after, before, describe } from 'node:test'
import { startTestApp, type TestApp } from './app.ts'
import { type DatabaseKind, postgres } from './cluster.ts'
import { howToGetPostgres } from './postgres.ts'

type Settings = () => Promise<Record<string, string>>

/**
 * Declares tests once and runs them on the embedded database and on PostgreSQL, each on one node of its own, with
 * `settings` over those of all tests.
 */
export function onEachDatabase(
  what: string,
  declare: (app: () => TestApp, kind: DatabaseKind) => void,
  settings?: Settings,
): void {
  onDatabase('embedded', what, declare, settings)
  onDatabase('postgresql', what, declare, settings)
}

/** Declares tests of which the embedded database can show nothing, since it takes one statement at a time: races. */
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
