import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  changePassword,
  createApiKey,
  createInvitation,
  getMe,
  getSignInMethods,
  listAuditLog,
  requestPasswordReset,
  resetPassword,
  revokeInvitation,
  signIn,
  updateUser,
  viewInvitation,
} from '#contract'
import { newId } from '#platform'
import {
  addNewcomer,
  meeting,
  onDatabase,
  refusal,
  type TestApp,
  testOrigin,
  testPassword,
  until,
} from '#testing'
import { type MailServer, startMailServer } from '../../mail/testing/mail-server.ts'
import { insertUser } from '../user-rows.ts'

let mail: MailServer
before(async () => {
  mail = await startMailServer()
})
after(() => mail.stop())

const newPassword = 'another pass phrase altogether'
const ask = (app: TestApp, email: string) => app.as('nobody').call(requestPasswordReset, { email })
const reset = (app: TestApp, token: string) => app.as('nobody').call(resetPassword, { token, newPassword })

const [resetting, inviting] = [/^Reset your password for /, /^Invitation to /]

/** Returns the token of the link in the newest of `count` emails. */
async function tokenSentTo(email: string, subject = resetting, count = 1): Promise<string> {
  const { text = '' } = await mail.emailTo(email, subject, count)
  const link = new RegExp(`^${testOrigin}/(?:reset-password|invitations)/([\\w-]{43})$`, 'm')
  const [, token] = link.exec(text) ?? []
  assert.ok(token, text)
  return token
}

/** Every row of every table, the queue's too. */
async function everything({ db }: TestApp): Promise<string> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const each = tables.map(({ name }) => `select string_agg(t::text, ' ') as rows from ${name} t`)
  const { rows } = await db.pool.query<{ rows: string }>(each.join(' union all '))
  return rows.map(({ rows }) => rows).join(' ')
}

onDatabase(
  'a forgotten password',
  (app, kind) => {
    test('the sign-in page offers a link', async () => {
      assert.equal((await app().as('nobody').call(getSignInMethods)).passwordReset, true)
    })

    test('a link sets a new password, ends all sessions, keeps keys, and sends a notification', async () => {
      const { id, email, client } = await addNewcomer(app(), 'member')
      const { token: key } = await client.call(createApiKey, { name: 'Goes on' })
      await ask(app(), ` ${email.toUpperCase()}`)
      const token = await tokenSentTo(email)
      assert.ok(!(await everything(app())).includes(token))

      assert.deepEqual(await reset(app(), token), { email, revokedKeys: 0 })
      await refusal(client.call(getMe), 'unauthenticated')
      await app().as('nobody').call(signIn, { email, password: newPassword })
      assert.equal((await app().withToken(key).call(getMe)).user.id, id)
      const { data } = await app().as('owner').call(listAuditLog, { action: 'user.password', actor: email })
      assert.deepEqual([data.length, data[0]?.target.id], [1, id])
      const changed = await mail.emailTo(email, /^Your password for Aerie was changed$/)
      assert.match(changed.text ?? '', /^1 API key of yours still works\./m)

      await refusal(reset(app(), token), 'reset_link_invalid')
    })

    test('a reset revokes all API keys of the account if it says so', async () => {
      const { email, client } = await addNewcomer(app(), 'member')
      const keys = [
        await client.call(createApiKey, { name: 'One' }),
        await client.call(createApiKey, { name: 'Two' }),
      ]
      const others = await app().withKey('member')
      await ask(app(), email)
      const token = await tokenSentTo(email)
      const call = { token, newPassword, revokeKeys: true }
      assert.deepEqual(await app().as('nobody').call(resetPassword, call), { email, revokedKeys: 2 })
      for (const key of keys) await refusal(app().withToken(key.token).call(getMe), 'unauthenticated')
      await others.call(getMe)
      const { data } = await app().as('owner').call(listAuditLog, { action: 'api_key.revoke', actor: email })
      assert.equal(data.length, 2)
      const changed = await mail.emailTo(email, /^Your password for Aerie was changed$/)
      assert.doesNotMatch(changed.text ?? '', /still works?/)
    })

    test('a password that is too short leaves the link as it was', async () => {
      const { email } = await addNewcomer(app(), 'member')
      await ask(app(), email)
      const token = await tokenSentTo(email)
      const short = app().as('nobody').call(resetPassword, { token, newPassword: 'short' })
      await refusal(short, 'validation_failed')
      await reset(app(), token)
    })

    test('the newest link is the only one that works, and one mailbox gets five an hour', async () => {
      const { email } = await addNewcomer(app(), 'member')
      const tokens: string[] = []
      for (let count = 1; count <= 5; count++) {
        await ask(app(), email)
        tokens.push(await tokenSentTo(email, resetting, count))
      }
      await ask(app(), email)
      for (const older of tokens.slice(0, 4)) await refusal(reset(app(), older), 'reset_link_invalid')
      await reset(app(), tokens[4]!)
      assert.equal(mail.emailsTo(email, resetting).length, 5)
    })

    test('a link ends after an hour', async () => {
      const { id, email } = await addNewcomer(app(), 'member')
      await ask(app(), email)
      const token = await tokenSentTo(email)
      await app().db.pool.query(
        `update password_resets set expires_at = expires_at - interval '1 hour' where user_id = $1`,
        [id],
      )
      await refusal(reset(app(), token), 'reset_link_invalid')
    })

    test('a link of someone who was disabled since does not work', async () => {
      const { id, email } = await addNewcomer(app(), 'member')
      await ask(app(), email)
      const token = await tokenSentTo(email)
      await app().as('owner').call(updateUser, { userId: id, disabled: true })
      await refusal(reset(app(), token), 'reset_link_invalid')
    })

    test('a link does not work any more once the password was changed otherwise', async () => {
      const { email, client } = await addNewcomer(app(), 'member')
      await ask(app(), email)
      const token = await tokenSentTo(email)
      await client.call(changePassword, { currentPassword: testPassword, newPassword })
      await refusal(reset(app(), token), 'reset_link_invalid')
      await mail.emailTo(email, /^Your password for Aerie was changed$/)
    })

    test('unknown and disabled users, and users without a password, get the same response and no email', async () => {
      const disabled = await addNewcomer(app(), 'member')
      await app().as('owner').call(updateUser, { userId: disabled.id, disabled: true })
      const withoutPassword = `${newId()}@aerie.test`
      await app().db.transaction((tx) =>
        insertUser(tx, { name: 'By the provider', email: withoutPassword, role: 'member' }),
      )
      const { email } = await addNewcomer(app(), 'member')
      const silent = [disabled.email, withoutPassword, `${newId()}@aerie.test`]
      for (const address of [...silent, email])
        assert.deepEqual(await ask(app(), address), { accepted: true })
      await tokenSentTo(email)
      await until(
        () => app().db.pool.query(`select from pgboss.job where name = 'mail.send' and state < 'completed'`),
        ({ rows }) => rows.length === 0,
      )
      for (const address of silent) assert.deepEqual(mail.emailsTo(address, resetting), [])
    })

    test('a made-up link is refused', async () => {
      for (const token of ['x', 'A'.repeat(43), '%00', 'ü'.repeat(200)]) {
        await refusal(reset(app(), token), 'reset_link_invalid')
      }
    })

    test('an invitation is sent, with the link that was shown', async () => {
      const email = `${newId()}@aerie.test`
      const { url } = await app().as('admin').call(createInvitation, { email, role: 'member' })
      const token = await tokenSentTo(email, inviting)
      assert.equal(`${testOrigin}/invitations/${token}`, url)
      await app().as('nobody').call(viewInvitation, { token })
      assert.ok(!(await everything(app())).includes(token))
      const sent = await mail.emailTo(email)
      assert.match(sent.text ?? '', /^The admin has invited you to Aerie\.\n/)
      assert.ok(sent.html?.includes(`href="${url}"`))
    })

    test('an invitation that is taken back before it was sent is not sent', async () => {
      await mail.stop()
      const [kept, revoked] = [`${newId()}@aerie.test`, `${newId()}@aerie.test`]
      for (const email of [revoked, kept]) {
        const { id } = await app().as('owner').call(createInvitation, { email, role: 'member' })
        if (email === revoked) await app().as('owner').call(revokeInvitation, { invitationId: id })
      }
      await mail.start()
      await app().db.pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
      await tokenSentTo(kept, inviting)
      assert.deepEqual(mail.emailsTo(revoked), [])
    })

    if (kind === 'postgresql') atOnce(app)
  },
  async () => ({ ...mail.settings }),
)

/** Races, of which the embedded database can show nothing. */
function atOnce(app: () => TestApp): void {
  const lockOn = (table: string, column: string, id: string) => ({
    lock: `select from ${table} where ${column} = '${id}' for update`,
    count: 2,
  })

  test('of two who use one link, one sets the password', async () => {
    const { id, email } = await addNewcomer(app(), 'member')
    await ask(app(), email)
    const token = await tokenSentTo(email)
    const [one, other] = await meeting(app().databaseUrl, lockOn('password_resets', 'user_id', id), () =>
      Promise.allSettled([reset(app(), token), reset(app(), token)]),
    )
    assert.deepEqual([one.status, other.status].toSorted(), ['fulfilled', 'rejected'])
    const { data } = await app().as('owner').call(listAuditLog, { action: 'user.password', actor: email })
    assert.equal(data.length, 1)
  })

  test('of two requests one brings a link, and the other does not wait for it', async () => {
    const { id, email } = await addNewcomer(app(), 'member')
    const { pool } = app().db
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('lock table password_resets in share mode')
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const first = ask(app(), email)
    try {
      await until(
        () => pool.query(waiting),
        ({ rows }) => rows.length === 1,
      )
      await ask(app(), email)
    } finally {
      await holder.query('rollback')
      holder.release()
      await first
    }
    const { rows } = await pool.query('select from password_resets where user_id = $1', [id])
    assert.equal(rows.length, 1)
  })
}
