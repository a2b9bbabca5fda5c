import type { Database } from '#database'
import { issueToken } from '../../server/api-keys/token.ts'
import { type Installation, startInstallation } from '../installation.ts'

export interface Keys extends AsyncDisposable {
  url: string
  tokens: string[]
}

const batch = 50_000

/** Starts a node whose table of keys has so many rows, `used` of which have known tokens. */
export async function startWithKeys(
  databaseUrl: string | undefined,
  rows: number,
  used: number,
  settings: Record<string, string> = {},
): Promise<Installation & Keys> {
  const issued = Array.from({ length: used }, issueToken)
  const installation = await startInstallation(databaseUrl, {
    settings,
    fill: (db, ownerId) => addKeys(db, ownerId, rows, issued),
  })
  return { ...installation, tokens: issued.map(({ token }) => token) }
}

/** Spreads the used keys among the others. */
async function addKeys(
  { pool }: Database,
  ownerId: string,
  rows: number,
  issued: ReturnType<typeof issueToken>[],
): Promise<void> {
  const others = rows - issued.length
  const parts = Math.max(1, Math.ceil(others / batch))
  for (let part = 0; part < parts; part++) {
    const known = issued.slice((part * issued.length) / parts, ((part + 1) * issued.length) / parts)
    await pool.query(
      `insert into api_keys (id, owner_id, name, prefix, token_hash)
       select gen_random_uuid(), $3, 'Known', prefix, token_hash
       from unnest($1::text[], $2::bytea[]) as known (prefix, token_hash)`,
      [known.map(({ prefix }) => prefix), known.map(({ hash }) => hash), ownerId],
    )
    await pool.query(
      `insert into api_keys (id, owner_id, name, prefix, token_hash)
       select gen_random_uuid(), $2, 'Another', 'aie_' || substr(md5(random()::text), 1, 8),
         sha256(gen_random_uuid()::text::bytea)
       from generate_series(1, $1::integer)`,
      [Math.floor(others / parts), ownerId],
    )
  }
  await pool.query('vacuum analyze api_keys')
}
