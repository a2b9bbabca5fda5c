import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate, Pool } from '#database'
import { postgres } from '#testing'

const ours = join(import.meta.dirname, '../../../migrations')

/**
 * Creates a PostgreSQL database as it was before a migration, fills it, applies all other migrations and runs the test. Then it
 * drops the database.
 */
export async function sinceMigration(
  name: string,
  { fill, check }: { fill: (pool: Pool) => Promise<unknown>; check: (pool: Pool) => Promise<unknown> },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-older-migrations-'))
  const database = await postgres!.createDatabase()
  const pool = new Pool({ connectionString: database })
  try {
    const older = (await readdir(ours)).filter((file) => file < name)
    for (const file of older) await cp(join(ours, file), join(folder, file))
    await migrate(pool, pathToFileURL(`${folder}/`))
    await fill(pool)
    await migrate(pool)
    await check(pool)
  } finally {
    await pool.end()
    await postgres!.dropDatabase(database)
    await rm(folder, { recursive: true })
  }
}
