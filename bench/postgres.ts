import { howToGetPostgres, type PostgresServer, startPostgres } from '../server/testing/postgres.ts'

/** Starts a new PostgreSQL cluster. @param options.fsync whether every commit reaches the disk */
export async function openPostgres(
  options: { fsync?: boolean } = {},
): Promise<PostgresServer & AsyncDisposable> {
  const postgres = await startPostgres(options)
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  return { ...postgres, [Symbol.asyncDispose]: postgres.stop }
}
