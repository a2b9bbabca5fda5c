import { randomBytes } from 'node:crypto'
import type { ClientBase, PoolClient, PoolConfig } from 'pg'
import { searchPathOf } from './search-path.ts'
import { openingWith, type Pooler, Session } from './session.ts'

/** Returns how a pool connects through a pooler: see `Session`. */
export function pooled(): PoolConfig & { pooler: Pooler } {
  const pooler: Pooler = { tracksNames: true, opening: openingWith(null) }
  return {
    pooler,
    pipeline: true,
    onConnect: askingFirst((client) => findOut(new Session(client as PoolClient, pooler), pooler)),
  }
}

/** Asks the first connection for all others. They wait for the answer, and ask again if there is none. */
export function askingFirst(
  ask: (client: ClientBase) => Promise<void>,
): (client: ClientBase) => Promise<void> {
  let known: Promise<void> | undefined
  return (client) => {
    known ??= ask(client).catch((error) => {
      known = undefined
      throw error
    })
    return known
  }
}

/**
 * Finds out where our tables are, and whether the pooler tracks names, with a named statement that lists itself: the pooler then gave it another
 * name. Otherwise the server has ours, which is removed again.
 */
async function findOut(session: Session, pooler: Pooler): Promise<void> {
  const id = randomBytes(8).toString('hex')
  const name = `aerie_${id}`
  const text = `select name from pg_prepared_statements where position($1 in statement) > 0 /* ${id} */`
  await session.query('begin')
  const { rows } = await session.query<{ name: string }>({ name, text, values: [id] })
  pooler.tracksNames = rows.length === 1 && rows[0]?.name !== name
  if (!pooler.tracksNames) await session.query(`deallocate ${name}`)
  pooler.opening = openingWith(await searchPathOf(session))
  await session.query('commit')
}
