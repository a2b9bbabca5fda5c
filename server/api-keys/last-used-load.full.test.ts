import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createApiKey, listApiKeys, listProjects } from '#contract'
import { assertEndsWithin, bearer, keepingAlive, onPostgres, rawCall, type TestApp, until } from '#testing'

const calls = 10_000
const connections = 250

onPostgres('last used under load', (app) => {
  test('fact 8: of 10,000 calls at once the list shows the last one’s time within 2 s, with one write a second and node', async () => {
    const nodes = [app(), await app().startNode()]
    const { token, id: keyId } = await app().as('member').call(createApiKey, { name: 'Hot' })
    await logWrites(app())

    const begun = performance.now()
    const agents = nodes.map(() => keepingAlive(connections))
    const statuses = await Promise.all(
      Array.from({ length: calls }, async (_, n) => {
        const agent = agents[n % 2]!
        return (await rawCall(nodes[n % 2]?.url ?? '', '/api/projects', { agent, headers: bearer(token) }))
          .status
      }),
    )
    for (const agent of agents) agent.destroy()
    assert.deepEqual(new Set(statuses), new Set([200]))

    const lastBegun = await databaseTime(app())
    await app().withToken(token).call(listProjects)
    const lastUsed = () => lastUsedOf(app(), keyId)
    const shown = until(lastUsed, (at) => at >= lastBegun)
    await assertEndsWithin(2000, shown, lastUsed)
    await wait(1100)

    const { rows: writes } = await sql<{ at: string; used: string }>`
      select at, used from writes_seen where key_id = ${keyId} order by at`.execute(app().db.reader)
    const seconds = (performance.now() - begun) / 1000
    assert.ok(
      writes.length >= 2 && writes.length <= nodes.length * (seconds + 1),
      `${writes.length} in ${seconds} s`,
    )
    assert.ok(mostWithinASecond(writes) <= nodes.length)
    // Forward-only: each write is later than the one before, whichever node made it.
    for (const [n, { used }] of writes.slice(1).entries()) assert.ok(used > writes[n]!.used)
  })

  test('a write of last-used times that waits is followed by one more, not by all that were due meanwhile', async () => {
    const { token, id: keyId } = await app().as('member').call(createApiKey, { name: 'Held up' })
    const use = () => app().withToken(token).call(listProjects)
    const written = (count: number) =>
      until(
        async () =>
          (
            await sql<{ at: string }>`
              select at from writes_seen where key_id = ${keyId} order by at`.execute(app().db.reader)
          ).rows,
        ({ length }) => length >= count,
      )
    await use()
    await written(1)
    await sql`delete from writes_seen`.execute(app().db.reader)

    await app().db.transaction(async (tx) => {
      await sql`select from api_key_uses where key_id = ${keyId} for update`.execute(tx)
      for (let n = 0; n < 30; n++) {
        await use()
        await wait(100)
      }
    })
    for (let n = 0; n < 40; n++) {
      await use()
      await wait(10)
    }
    assert.equal(mostWithinASecond(await written(2)), 1)
  })
})

/** Of writes in their order; a little less than a second, since timers are not exact. */
function mostWithinASecond(writes: { at: string }[]): number {
  const times = writes.map(({ at }) => Date.parse(at))
  return Math.max(...times.map((at, n) => times.slice(n).filter((other) => other - at < 950).length))
}

/** Has the database note each change of a last-used time; only this test's database has it. */
async function logWrites({ db }: TestApp): Promise<void> {
  await sql`create table writes_seen (at timestamptz, key_id uuid, used timestamptz)`.execute(db.reader)
  await sql`
    create function note_write() returns trigger language plpgsql as $$
    begin
      insert into writes_seen values (clock_timestamp(), new.key_id, new.last_used_at);
      return null;
    end $$`.execute(db.reader)
  await sql`
    create trigger note_write after insert or update on api_key_uses
    for each row execute function note_write()`.execute(db.reader)
}

async function databaseTime(app: TestApp): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::timestamptz(3) as at`.execute(
    app.db.reader,
  )
  return rows[0]?.at ?? ''
}

async function lastUsedOf(app: TestApp, keyId: string): Promise<string> {
  const { data } = await app.as('member').call(listApiKeys, { limit: 200 })
  return data.find(({ id }) => id === keyId)?.lastUsedAt ?? ''
}
