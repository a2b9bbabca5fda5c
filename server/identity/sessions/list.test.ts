import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMe, listSessions, revokeSession, revokeSessions } from '#contract'
import { newId } from '#platform'
import { onDatabase, refusal, type TestApp } from '#testing'
import { addVisitor, typePassword } from '../testing/two-factor.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

onDatabase('one’s own sessions', (app, kind) => {
  test('are listed, last seen first, with browser and address', async () => {
    const { id, email, browser } = await addVisitor(app(), firefox)
    await typePassword(app(), email)
    await setBack(app(), id, 120)
    // Seen now.
    await browser.call(getMe)
    const { data } = await browser.call(listSessions)
    assert.deepEqual(
      data.map(({ browser, address, current }) => ({ browser, address, current })),
      [
        { browser: 'Firefox on Linux', address: '127.0.0.1', current: true },
        { browser: null, address: '127.0.0.1', current: false },
      ],
    )
    const [own, other] = data
    assert.ok(Date.now() - Date.parse(own!.lastSeenAt) < 60 * 60 * 1000)
    assert.ok(Date.now() - Date.parse(other!.lastSeenAt) >= 120 * 60 * 1000)
    assert.ok(Date.parse(own!.expiresAt) > Date.parse(other!.expiresAt))

    const { rows } = await app().db.pool.query('select * from sessions where user_id = $1', [id])
    assert.doesNotMatch(JSON.stringify(rows), /Mozilla/)
    await app().db.pool.query(
      `update sessions set expires_at = now() where user_id = $1 and browser is null`,
      [id],
    )
    assert.equal((await browser.call(listSessions)).data.length, 1)
  })

  test('are written to once an hour, however often they are used', async () => {
    const { id, browser } = await addVisitor(app())
    const version = async () => {
      const { rows } = await app().db.pool.query(
        'select xmin::text, updated_at from sessions where user_id = $1 order by updated_at desc limit 1',
        [id],
      )
      return rows[0]
    }
    const first = await version()
    for (let n = 0; n < 3; n++) await browser.call(getMe)
    assert.deepEqual(await version(), first)
    await setBack(app(), id, 59)
    const later = await version()
    await browser.call(getMe)
    assert.deepEqual(await version(), later)
    await setBack(app(), id, 2)
    await app().db.pool.query(`update sessions set address = '192.0.2.1' where user_id = $1`, [id])
    await browser.call(getMe)
    assert.equal((await browser.call(listSessions)).data[0]?.address, '127.0.0.1')
    const seen = await version()
    assert.ok(seen.updated_at > later.updated_at)
    await browser.call(getMe)
    assert.deepEqual(await version(), seen)
  })

  test('end one by one, at once and on every node, and nobody ends another’s', async () => {
    const nodes = kind === 'postgresql' ? [app(), await app().startNode()] : [app()]
    const { email, browser } = await addVisitor(app())
    const other = await typePassword(app(), email)
    const { data } = await other.call(listSessions)
    const sessionId = data.find(({ current }) => current)!.id
    for (const node of nodes) await other.at(node).call(getMe)

    assert.deepEqual(await app().as('owner').call(revokeSession, { sessionId }), { endedSessions: 0 })
    assert.deepEqual(await browser.call(revokeSession, { sessionId: newId() }), { endedSessions: 0 })
    await other.call(getMe)
    assert.deepEqual(await browser.call(revokeSession, { sessionId }), { endedSessions: 1 })
    for (const node of nodes) await refusal(other.at(node).call(getMe), 'unauthenticated')
    assert.deepEqual(await browser.call(revokeSession, { sessionId }), { endedSessions: 0 })
    await browser.call(getMe)
  })

  test('end all but this one, or all of them', async () => {
    const { email, browser } = await addVisitor(app())
    const other = await typePassword(app(), email)
    // Repeated with its Idempotency-Key, because its answer was lost, it says the same.
    for (const _ of [1, 2]) {
      const ended = await browser.call(revokeSessions, { exceptThis: true }, { idempotencyKey: 'once' })
      assert.deepEqual(ended, { endedSessions: 1 })
    }
    await refusal(other.call(getMe), 'unauthenticated')
    await browser.call(getMe)
    await typePassword(app(), email)
    assert.deepEqual(await browser.call(revokeSessions), { endedSessions: 2 })
    await refusal(browser.call(getMe), 'unauthenticated')
  })
})

/** As if nobody had used them for some minutes. */
const setBack = ({ db }: TestApp, userId: string, minutes: number) =>
  db.pool.query(
    `update sessions
     set updated_at = updated_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2)
     where user_id = $1`,
    [userId, minutes],
  )
