import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { getSetup, setUp, signIn } from '#contract'
import {
  type DatabaseKind,
  databaseKinds,
  type Installation,
  meeting,
  newInstallation,
  postgres,
  refusal,
  testPassword,
} from '#testing'

const ada = { name: 'Ada', email: 'ada@aerie.test', password: testPassword }
const credentials = { email: ada.email, password: ada.password }
const skip = !postgres && 'needs PostgreSQL'

for (const kind of databaseKinds) describe(`set-up of the owner, ${kind}`, () => declare(kind))

function declare(kind: DatabaseKind) {
  let installation: Installation
  let app: Awaited<ReturnType<Installation['start']>>
  before(async () => {
    installation = await newInstallation(kind)
    app = await installation.start()
  })
  after(() => installation.remove())

  test('beyond loopback, set-up asks for the code that the server printed, and refuses a wrong one', async () => {
    assert.deepEqual(await app.client.call(getSetup), {
      needed: true,
      codeRequired: true,
      organisationName: 'Aerie',
    })
    const right = app.setup.code ?? ''
    assert.match(right, /^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/)
    const wrong = [undefined, '0000-0000-0000', right.slice(1), `${right}0`, 'é'.repeat(right.length)]
    for (const code of wrong) {
      await refusal(app.client.call(setUp, { ...ada, ...(code && { code }) }), 'setup_code_wrong')
    }
    assert.deepEqual(await people(app), [])
  })

  test('with the code, the first person becomes the owner and can sign in', async () => {
    const made = await app.client.call(setUp, { ...ada, email: 'Ada@Aerie.test', code: app.setup.code ?? '' })
    assert.deepEqual(await people(app), [
      { id: made.id, name: 'Ada', email: 'ada@aerie.test', role: 'owner' },
    ])
    assert.deepEqual(await app.client.call(signIn, credentials), { user: made })
    const entries = await app.db.reader.selectFrom('auditLog').selectAll().orderBy('id').execute()
    assert.deepEqual(
      entries.map(({ action, actorId, targetId, details }) => ({ action, actorId, targetId, details })),
      [
        { action: 'user.create', actorId: made.id, targetId: made.id, details: { role: 'owner' } },
        { action: 'session.sign_in', actorId: made.id, targetId: made.id, details: { with: 'password' } },
      ],
    )
  })

  test('set-up happens once: asked again it is refused and changes nothing, the code right or wrong', async () => {
    const before = await people(app)
    for (const code of [app.setup.code ?? '', 'wrong']) {
      await refusal(app.client.call(setUp, { ...ada, code }), 'already_set_up')
      await refusal(app.client.call(setUp, { ...ada, email: 'eve@aerie.test', code }), 'already_set_up')
    }
    assert.deepEqual(await people(app), before)
    assert.deepEqual(await app.client.call(getSetup), {
      needed: false,
      codeRequired: false,
      organisationName: 'Aerie',
    })
  })
}

test('an owner named in the environment is made at the first start only', { skip }, async () => {
  const installation = await newInstallation('postgresql')
  try {
    const loopback = await installation.start({ BASE_URL: 'http://127.0.0.1:3000' })
    assert.equal(loopback.setup.code, null)
    assert.deepEqual(await loopback.client.call(getSetup), {
      needed: true,
      codeRequired: false,
      organisationName: 'Aerie',
    })
    await loopback.stop()

    const named = { OWNER_EMAIL: 'Ada@aerie.test', OWNER_PASSWORD: testPassword, OWNER_NAME: 'Ada' }
    const first = await installation.start(named)
    assert.equal(first.setup.needed, false)
    const [owner] = await people(first)
    assert.deepEqual(await first.client.call(signIn, credentials), { user: owner })
    await first.stop()

    const again = await installation.start({ ...named, OWNER_PASSWORD: 'another password of some length' })
    assert.deepEqual(await people(again), [owner])
    await again.client.call(signIn, credentials)
  } finally {
    await installation.remove()
  }
})

describe('set-ups that meet, postgresql', { skip }, () => {
  for (const [what, second] of [
    ['two people', { ...ada, name: 'Eve', email: 'eve@aerie.test' }],
    ['one person, twice', ada],
  ] as const) {
    test(`${what}, setting up at once on two nodes, make one owner`, async () => {
      const installation = await newInstallation('postgresql')
      try {
        const [one, two] = await Promise.all([installation.start(), installation.start()])
        const code = one.setup.code ?? ''
        const [a, b] = await meeting(installation.databaseUrl, { lock: holdUsers, count: 2 }, () =>
          Promise.allSettled([
            one.client.call(setUp, { ...ada, code }),
            two.client.call(setUp, { ...second, code }),
          ]),
        )
        assert.deepEqual([a.status, b.status].toSorted(), ['fulfilled', 'rejected'])
        const [lost, won] = a.status === 'rejected' ? [a, b] : [b, a]
        assert.deepEqual(await people(one), won.status === 'fulfilled' && [won.value])
        await refusal(
          lost.status === 'rejected' ? Promise.reject(lost.reason) : Promise.resolve(),
          'already_set_up',
        )
      } finally {
        await installation.remove()
      }
    })
  }

  test('nodes that start at once with an owner in the environment all start, and make one', async () => {
    const installation = await newInstallation('postgresql')
    try {
      // Makes the tables, so that there is something to hold.
      await (await installation.start()).stop()
      const named = { OWNER_EMAIL: ada.email, OWNER_PASSWORD: testPassword }
      const nodes = await meeting(installation.databaseUrl, { lock: holdUsers, count: 3 }, () =>
        Promise.all([installation.start(named), installation.start(named), installation.start(named)]),
      )
      for (const node of nodes) assert.equal((await people(node)).length, 1)
    } finally {
      await installation.remove()
    }
  })
})

/** Lets everyone look, and nobody add. */
const holdUsers = 'lock table users in share row exclusive mode'

const people = ({ db }: Pick<Awaited<ReturnType<Installation['start']>>, 'db'>) =>
  db.reader.selectFrom('users').select(['id', 'name', 'email', 'role']).execute()
