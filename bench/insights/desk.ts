import pg from 'pg'
import { startApp } from '#app'
import { type Client, createClient } from '#client'
import { readConfig } from '#config'
import { createApiKey, createProject } from '#contract'
import { startNodeProcess } from '#testing'
import { newDataDir } from '../../server/testing/data-dir.ts'
import { addPeople } from '../../server/testing/people.ts'
import type { Postgres } from '../../server/testing/postgres.ts'
import { testSettings } from '../../server/testing/settings.ts'
import { phrases } from './texts.ts'

/** A node in a process of its own, a key for it, and its database. */
export interface Desk {
  url: string
  token: string
  client: Client
  pool: pg.Pool
  userId: string
  close(): Promise<void>
}

export async function openDesk(postgres: Postgres): Promise<Desk> {
  const databaseUrl = await postgres.createDatabase()
  const settings = { DATA_DIR: await newDataDir(databaseUrl), DATABASE_URL: databaseUrl }
  const app = await startApp(readConfig(testSettings(settings)))
  const { owner } = await addPeople(app.db)
  const byOwner = createClient({ baseUrl: app.address, headers: owner.headers })
  const { token } = await byOwner.call(createApiKey, { name: 'Measured' })
  await app.stop()
  const node = await startNodeProcess({ ...settings, LOG_LEVEL: 'warn' })
  const pool = new pg.Pool({ connectionString: databaseUrl })
  return {
    url: node.url,
    token,
    client: createClient({ baseUrl: node.url, headers: { authorization: `Bearer ${token}` } }),
    pool,
    userId: owner.id,
    async close() {
      await pool.end()
      await node.end('SIGTERM')
      await node.remove()
    },
  }
}

/** A project with so many trackers, a phrase each, which have gone over all that there is: nothing. */
export async function projectWith(
  desk: Desk,
  trackers: number,
): Promise<{ projectId: string; trackerIds: string[] }> {
  const { id: projectId } = await desk.client.call(createProject, { name: `With ${trackers} trackers` })
  const { rows } = await desk.pool.query(
    `with made as (
      insert into trackers (id, project_id, name, phrases, exclude, created_by)
      select gen_random_uuid(), $1, phrase, jsonb_build_array(jsonb_build_object('text', phrase, 'match', 'stem')), '[]', $3
      from unnest($2::text[]) as phrase returning id
    ), raised as (update projects set tracker_revision = 1 where id = $1)
    insert into tracker_counters (tracker_id) select id from made returning tracker_id as id`,
    [projectId, phrases.slice(0, trackers), desk.userId],
  )
  return { projectId, trackerIds: rows.map(({ id }) => id) }
}
