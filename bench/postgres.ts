import { howToGetPostgres, type PostgresServer, startPostgres } from '../server/testing/postgres.ts'

/** Starts a new PostgreSQL cluster. @throws Error if PostgreSQL is not installed */
export async function openPostgres(
  options: Parameters<typeof startPostgres>[0] = {},
): Promise<PostgresServer & AsyncDisposable> {
  const postgres = await startPostgres(options)
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  return { ...postgres, [Symbol.asyncDispose]: postgres.stop }
}
