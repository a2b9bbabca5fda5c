import { rm } from 'node:fs/promises'
import { createClient } from '#client'
import { setUp } from '#contract'
import { openDatabase } from '#platform'
import { type NodeProcess, startNodeProcess } from '#testing'
import { issueToken } from '../../server/api-keys/token.ts'
import { newDataDir } from '../../server/testing/data-dir.ts'

export interface Keys {
  url: string
  tokens: string[]
  remove(): Promise<void>
}

const owner = { name: 'Owner', email: 'owner@aerie.test', password: 'a password for measuring' }
const atOnce = 50_000

/**
 * A node in a process of its own whose table of keys has so many rows, of which it knows the tokens of `used`.
 * @param databaseUrl an empty database; without it, the embedded one
 */
export async function startWithKeys(
  databaseUrl: string | undefined,
  rows: number,
  used: number,
  settings: Record<string, string> = {},
): Promise<Keys & { node: NodeProcess }> {
  const dataDir = await newDataDir(databaseUrl)
  const start = () =>
    startNodeProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      LOG_LEVEL: 'warn',
      BASE_URL: '',
      ...settings,
    })
  const first = await start()
  await createClient({ baseUrl: first.url }).call(setUp, owner)
  await first.end('SIGTERM')
  const tokens = await addKeys(databaseUrl, dataDir, rows, used)
  const node = await start()
  return {
    node,
    url: node.url,
    tokens,
    async remove() {
      await node.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The used keys lie among the others, as they would. */
async function addKeys(
  databaseUrl: string | undefined,
  dataDir: string,
  rows: number,
  used: number,
): Promise<string[]> {
  const issued = Array.from({ length: used }, issueToken)
  const db = await openDatabase({ url: databaseUrl, dataDir, poolSize: 2 })
  try {
    const parts = Math.max(1, Math.ceil((rows - used) / atOnce))
    for (let part = 0; part < parts; part++) {
      const known = issued.slice((part * used) / parts, ((part + 1) * used) / parts)
      await db.pool.query(
        `insert into api_keys (id, owner_id, name, prefix, token_hash)
         select gen_random_uuid(), users.id, 'Known', prefix, token_hash
         from users, unnest($1::text[], $2::bytea[]) as known (prefix, token_hash)`,
        [known.map(({ prefix }) => prefix), known.map(({ hash }) => hash)],
      )
      await db.pool.query(
        `insert into api_keys (id, owner_id, name, prefix, token_hash)
         select gen_random_uuid(), users.id, 'Another', 'aie_' || substr(md5(random()::text), 1, 8),
           sha256(gen_random_uuid()::text::bytea)
         from users, generate_series(1, $1::integer)`,
        [Math.floor((rows - used) / parts)],
      )
    }
    await db.pool.query('vacuum analyze api_keys')
  } finally {
    await db.close()
  }
  return issued.map(({ token }) => token)
}
