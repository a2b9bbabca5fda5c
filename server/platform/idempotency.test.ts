import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createApiKey,
  createInvitation,
  createProject,
  listApiKeys,
  listInvitations,
  listProjects,
  revokeApiKey,
  revokeInvitation,
  signOut,
} from '#contract'
import { createLog, expireIdempotencyRecords } from '#platform'
import { addNewcomer, onEachDatabase, onPostgres, refusal, type TestApp } from '#testing'
import { problem } from '../testing/walk.ts'

onEachDatabase('Idempotency-Key', (app) => {
  const member = () => app().as('member')
  const projectsNamed = async (q: string) => (await member().call(listProjects, { q })).data

  test('fifty calls at once with one key make one project and get the same answer', async () => {
    const calls = Array.from({ length: 50 }, () => send(app(), 'fifty', { name: 'Made by fifty' }))
    assertOneAnswer(await Promise.all(calls))
    assert.equal((await projectsNamed('Made by fifty')).length, 1)
  })

  test('a repeat gets the first answer, also when what was made has changed and when its JSON is spelt otherwise', async () => {
    const first = await send(app(), 'again', { name: 'Once', description: '' })
    await app()
      .db.reader.updateTable('projects')
      .set({ name: 'Renamed' })
      .where('name', '=', 'Once')
      .execute()
    const again = await send(app(), 'again', { description: '  ', name: ' Once ' })
    assert.deepEqual([again.status, again.body, again.replayed], [201, first.body, 'true'])
    assert.equal((await projectsNamed('Once')).length, 0)
  })

  test('another body under the key is refused, and so is another address of the same operation', async () => {
    await member().call(createProject, { name: 'This' }, { idempotencyKey: 'body' })
    const other = member().call(createProject, { name: 'That' }, { idempotencyKey: 'body' })
    await refusal(other, 'idempotency_key_reused')
    assert.deepEqual(await projectsNamed('That'), [])

    const [one, two] = [await app().withKey('member'), await app().withKey('member')]
    await member().call(revokeApiKey, { keyId: one.keyId }, { idempotencyKey: 'address' })
    const elsewhere = member().call(revokeApiKey, { keyId: two.keyId }, { idempotencyKey: 'address' })
    await refusal(elsewhere, 'idempotency_key_reused')
    assert.equal((await two.call(listProjects)).data.length > 0, true)
  })

  test('other callers, other API keys and other operations have keys of their own', async () => {
    const [project, idempotencyKey] = [{ name: 'For each' }, 'shared']
    const byMember = await member().call(createProject, project, { idempotencyKey })
    const byAdmin = await app().as('admin').call(createProject, project, { idempotencyKey })
    assert.notEqual(byAdmin.id, byMember.id)
    await member().call(createApiKey, { name: 'For each' }, { idempotencyKey })
    const [one, two] = [await app().withKey('member'), await app().withKey('member')]
    const byOne = await one.call(createProject, project, { idempotencyKey })
    const byTwo = await two.call(createProject, project, { idempotencyKey })
    assert.equal(new Set([byMember.id, byOne.id, byTwo.id]).size, 3)
    assert.deepEqual(await one.call(createProject, project, { idempotencyKey }), byOne)
    assert.equal((await projectsNamed('For each')).length, 4)
  })

  test('whoever signs in again in the middle of a save is the same caller', async () => {
    const { client, signIn } = await addNewcomer(app(), 'member')
    const [project, idempotencyKey] = [{ name: 'Saved once' }, 'in the middle']
    const first = await client.call(createProject, project, { idempotencyKey })
    await client.call(signOut)
    const again = await signIn()
    assert.deepEqual(await again.call(createProject, project, { idempotencyKey }), first)
    assert.equal((await projectsNamed('Saved once')).length, 1)
  })

  test('a refused attempt leaves no record, and the same call may succeed later', async () => {
    const admin = app().as('admin')
    const invite = { email: 'late@aerie.test', role: 'member' } as const
    const first = await admin.call(createInvitation, invite)
    const repeat = () => admin.call(createInvitation, invite, { idempotencyKey: 'later' })
    await refusal(repeat(), 'already_invited')
    assert.deepEqual(await recordsOf('later'), [])
    await admin.call(revokeInvitation, { invitationId: first.id })
    const second = await repeat()
    const { data } = await admin.call(listInvitations)
    assert.deepEqual(
      data.map(({ id }) => id),
      [second.id],
    )
  })

  test('a secret is shown once: a repeat names what was made, and the record holds no token', async () => {
    const make = () => member().call(createApiKey, { name: 'Once only' }, { idempotencyKey: 'secret' })
    const answers = await Promise.allSettled(Array.from({ length: 10 }, make))
    const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    assert.equal(made.length, 1)
    const { detail } = await refusal(make(), 'already_done')
    assert.ok(detail.includes(made[0]!.id))
    const records = JSON.stringify(await recordsOf('secret'))
    assert.ok(records.includes(made[0]!.id))
    assert.ok(!records.includes(made[0]!.token.slice(-43)))
    const { data } = await member().call(listApiKeys, { q: 'Once only' })
    assert.equal(data.length, 1)
  })

  test('a key that is empty, too long or not printable is refused, and nothing is made', async () => {
    for (const key of ['', 'x'.repeat(256), 'tab\there', 'caf\u00e9', '\u0080']) {
      const headers = {
        ...app().people.member.headers,
        'content-type': 'application/json',
        'idempotency-key': key,
      }
      const answer = app().fetch('/api/projects', { method: 'POST', headers, body: '{"name":"Bad key"}' })
      const { errors } = await problem(answer, 'validation_failed')
      assert.equal(errors?.[0]?.path, 'Idempotency-Key')
    }
    assert.deepEqual(await projectsNamed('Bad key'), [])
    const longest = `~ ${'x'.repeat(252)}~`
    assert.equal((await send(app(), longest, { name: 'Good key' })).status, 201)
    assert.equal((await send(app(), longest, { name: 'Good key' })).replayed, 'true')
  })

  test('an answer is kept for a day at least, and forgotten after two', async () => {
    const first = await send(app(), 'old', { name: 'Aged' })
    await age('47 hours')
    assert.equal((await send(app(), 'old', { name: 'Aged' })).body, first.body)
    await age('2 hours')
    assert.equal((await send(app(), 'old', { name: 'Aged' })).replayed, null)
    assert.equal((await projectsNamed('Aged')).length, 2)

    async function age(by: string): Promise<void> {
      await app().db.pool.query(
        `update idempotency_records set created_at = created_at - $1::interval where key = 'old'`,
        [by],
      )
      const { signal } = new AbortController()
      await expireIdempotencyRecords.run({ db: app().db, log: createLog('silent'), signal }, {})
    }
  })

  async function recordsOf(key: string) {
    return app().db.reader.selectFrom('idempotencyRecords').selectAll().where('key', '=', key).execute()
  }
})

onPostgres('Idempotency-Key on three nodes', (app) => {
  test('fifty calls at once, spread over the nodes, make one project and get the same answer', async () => {
    const nodes = [app(), await app().startNode(), await app().startNode()]
    const calls = Array.from({ length: 50 }, (_, n) => send(nodes[n % 3]!, 'spread', { name: 'Spread' }))
    assertOneAnswer(await Promise.all(calls))
    const { data } = await app().as('member').call(listProjects, { q: 'Spread' })
    assert.equal(data.length, 1)
  })
})

interface Answer {
  status: number
  body: string
  replayed: string | null
}

async function send({ people, fetch }: TestApp, idempotencyKey: string, project: object): Promise<Answer> {
  const answer = await fetch('/api/projects', {
    method: 'POST',
    headers: {
      ...people.member.headers,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(project),
  })
  const replayed = answer.headers.get('idempotent-replayed')
  return { status: answer.status, body: await answer.text(), replayed }
}

function assertOneAnswer(answers: Answer[]): void {
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  const replayed = answers.filter((answer) => answer.replayed === 'true')
  assert.equal(replayed.length, answers.length - 1)
}
