import { howToGetPostgres, type Postgres, startPostgres } from '../server/testing/postgres.ts'

/** Runs work on a new PostgreSQL cluster. @param options.fsync whether every commit reaches the disk */
export async function withPostgres<T>(
  options: { fsync?: boolean },
  work: (postgres: Postgres) => Promise<T>,
): Promise<T> {
  const postgres = await startPostgres(options)
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}
