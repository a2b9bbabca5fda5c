import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProject, listProjects } from '#contract'
import { onPostgres } from '#testing'
import { problem } from '../../testing/walk.ts'
import { toRefusal } from '../http/problem.ts'
import { Refusal } from '../refusal.ts'
import { retrying } from './retrying.ts'

const failing = (code: string) => Object.assign(new Error(code), { code })

for (const code of ['40001', '40P01', '55P03']) {
  test(`what the database undid with ${code} is done again, a few times, and then turned away as busy`, async () => {
    let attempts = 0
    const succeedAt = (attempt: number) => async () => {
      if (++attempts < attempt) throw failing(code)
      return attempts
    }
    assert.equal(await retrying(succeedAt(3)), 3)
    attempts = 0
    const error = await retrying(succeedAt(100)).catch((thrown) => thrown)
    assert.ok(error instanceof Refusal)
    assert.deepEqual([error.code, error.headers['retry-after'], attempts], ['busy', '1', 4])
  })

  test(`a read that meets ${code} is turned away as busy, not as an error of the server`, () => {
    const { code: answered, headers } = toRefusal(failing(code))
    assert.deepEqual([answered, headers['retry-after']], ['busy', '1'])
  })
}

test('what is wrong by itself is not tried again', async () => {
  let attempts = 0
  const work = async () => {
    attempts++
    throw failing('23505')
  }
  await assert.rejects(retrying(work), { code: '23505' })
  assert.equal(attempts, 1)
})

onPostgres('transactions that collide', (app) => {
  test('of two that wait for each other crosswise, both succeed in the end', async () => {
    const { db } = app()
    const member = app().as('member')
    const one = await member.call(createProject, { name: 'One' })
    const two = await member.call(createProject, { name: 'Two' })
    let arrived = 0
    const bothHere = Promise.withResolvers<void>()
    const addTo = (first: string, second: string) =>
      db.transaction(async (tx) => {
        const add = (id: string) =>
          tx
            .updateTable('projects')
            .set(({ eb }) => ({ version: eb('version', '+', 1) }))
            .where('id', '=', id)
            .execute()
        await add(first)
        if (++arrived === 2) bothHere.resolve()
        await bothHere.promise
        await add(second)
      })
    await Promise.all([addTo(one.id, two.id), addTo(two.id, one.id)])
    // At least one of them had to begin again.
    assert.ok(arrived >= 3)
    const { data } = await member.call(listProjects)
    assert.deepEqual(
      data.map(({ version }) => version),
      [3, 3],
    )
  })

  test('a call that cannot get through is told when to come back, and leaves nothing behind', async () => {
    await app().db.pool.query(
      `create sequence stuck;
       create function stay_locked() returns trigger language plpgsql as
         $$ begin perform nextval('stuck'); raise exception 'locked' using errcode = '55P03'; end $$;
       create trigger stay_locked after insert on projects for each row execute function stay_locked()`,
    )
    const headers = { ...app().people.member.headers, 'content-type': 'application/json' }
    const answer = await app().fetch('/api/projects', { method: 'POST', headers, body: '{"name":"Stuck"}' })
    assert.equal(answer.headers.get('retry-after'), '1')
    await problem(answer, 'busy')
    const { rows } = await app().db.pool.query('select last_value from stuck')
    assert.deepEqual(rows, [{ last_value: 4 }])
    assert.deepEqual((await app().as('member').call(listProjects, { q: 'Stuck' })).data, [])
  })
})
