import { howToGetPostgres, type Postgres, startPostgres } from '../server/testing/postgres.ts'

/** Starts a new PostgreSQL cluster. @param options.fsync whether every commit reaches the disk */
export async function openPostgres(options: { fsync?: boolean } = {}): Promise<Postgres & AsyncDisposable> {
  const postgres = await startPostgres(options)
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  return { ...postgres, [Symbol.asyncDispose]: postgres.stop }
}
