import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sealBatch } from '#audit'
import { createApiKey, getMe, listAuditLog, signIn, verifyRecoveryCode } from '#contract'
import { transferOwnership } from '#identity'
import {
  addNewcomer,
  newInstallation,
  onPostgres,
  onServer,
  refusal,
  type TestApp,
  testSecrets,
} from '#testing'
import { addTwoFactorUser, typePassword } from '../../identity/testing/two-factor.ts'
import { launcher, startAerie } from '../../testing/program.ts'

const newPassword = 'a new password of some length'

describe('the operators’ command line', () => {
  test('help tells every command; what is no command is refused with exit code 2', async () => {
    const { code, out } = await aerie(['help'])
    assert.equal(code, 0)
    for (const name of ['serve', 'backup', 'audit verify', 'audit head', 'transfer-ownership', 'whoami']) {
      assert.match(out, new RegExp(`^ {2}${name} {2,}\\S`, 'm'))
    }
    const ofOne = await aerie(['reset-password', '--help'])
    assert.match(ofOne.out, /^Usage: aerie reset-password --email EMAIL \[options\]$/m)
    for (const [args, error] of [
      [['audit', 'verfy'], 'Did you mean aerie audit verify?'],
      [['bakcup'], 'Did you mean aerie backup?'],
      [['transfer-ownership'], '--to is missing'],
      [['serve', '--port', '3'], '--port: unknown option'],
    ] as const) {
      const refused = await aerie([...args])
      assert.equal(refused.code, 2, args.join(' '))
      assert.ok(refused.err.includes(error), refused.err)
    }
  })

  test('in a clone without packages, it says how to install them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aerie-clone-'))
    try {
      const copy = join(folder, 'aerie')
      await cp(launcher, copy)
      const { status, stderr } = spawnSync(copy, ['serve'], { encoding: 'utf8' })
      assert.deepEqual(
        [status, stderr],
        [1, 'aerie: No packages are installed here. Run: node scripts/setup.mjs\n'],
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('it calls the API and completes every command', async () => {
    const call = await aerie(['projects', 'list'], { AERIE_URL: 'http://127.0.0.1:9', AERIE_API_KEY: 'x' })
    assert.equal(call.code, 3)
    assert.match(call.err, /^aerie: http:\/\/127\.0\.0\.1:9 does not respond: /)
    const { out: script } = await aerie(['completion', 'bash'])
    for (const name of ['serve', 'transfer-ownership', 'projects']) assert.ok(script.includes(name), name)
  })

  test('a password in the arguments, where others on the machine see it, is refused', async () => {
    const { code, err } = await aerie([
      'reset-password',
      '--email',
      'x@aerie.test',
      '--password',
      newPassword,
    ])
    assert.equal(code, 2)
    assert.match(err, /--password: unknown option/)
  })

  test('a mistyped folder or address is told, and nothing is made there', async () => {
    const missing = join(import.meta.dirname, 'no-such-folder')
    const folder = await aerie(['audit', 'head'], { DATA_DIR: missing })
    assert.equal(folder.code, 1)
    assert.equal(folder.err.split('\n').length, 1)
    assert.match(folder.err, /^No database in .*no-such-folder\. /)
    assert.equal(existsSync(missing), false)

    const address = await aerie(['audit', 'head'], { DATABASE_URL: 'postgres://127.0.0.1:1/aerie' })
    assert.equal(address.code, 1)
    assert.match(address.err, /^The database does not respond: .*ECONNREFUSED/)
  })

  test('on the embedded database, a running server is said to be in the way; once it stopped, it works', async () => {
    const installation = await newInstallation('embedded')
    try {
      const owner = { email: 'ada@aerie.test', password: 'the first password' }
      const named = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, SECRET: '' }
      const app = await installation.start(named)
      const settings = { DATA_DIR: installation.dataDir, SECRET: '' }
      const args = ['reset-password', '--email', owner.email]
      const refused = await aerie(args, settings, newPassword)
      assert.equal(refused.code, 1)
      assert.match(refused.err, /^The server is running and uses \S+\. Stop it/)
      await sealBatch(app.db, testSecrets.newest)
      await app.stop()

      const broken = await aerie(['audit', 'verify'], settings)
      assert.equal(broken.code, 1)
      assert.match(
        broken.err,
        /^The audit log cannot be verified completely\. One finding:\n {2}seal 1 cannot be verified: SECRET does not list/,
      )
      assert.equal((await aerie(args, settings, newPassword)).code, 0)
      const again = await installation.start(named)
      await refusal(again.client.call(signIn, owner), 'invalid_credentials')
      await again.client.call(signIn, { ...owner, password: newPassword })
    } finally {
      await installation.remove()
    }
  })
})

onPostgres('the operators’ command line beside a running server', (app) => {
  test('it hands over ownership, or says why not', async () => {
    const { owner, admin } = app().people
    const refused = await beside(app(), ['transfer-ownership', '--to', 'stranger@aerie.test'])
    assert.deepEqual(refused, {
      code: 1,
      out: '',
      err: 'stranger@aerie.test is not a member or is already the owner.',
    })
    assert.equal((await app().as('owner').call(getMe)).user.role, 'owner')

    const done = await beside(app(), ['transfer-ownership', '--to', admin.email])
    assert.deepEqual(done, {
      code: 0,
      out: `${admin.email} is now the owner. ${owner.email} is now an admin.`,
      err: '',
    })
    assert.equal((await app().as('admin').call(getMe)).user.role, 'owner')
    await transferOwnership(app().db, owner.email)
  })

  test('a password that is reset ends the sessions of that person, not their keys, and is in the audit log', async () => {
    const { id, email, client, signIn: signInAgain } = await addNewcomer(app(), 'member')
    const other = await signInAgain()
    const { token } = await client.call(createApiKey, { name: 'Nightly' })

    const done = await beside(app(), ['reset-password', '--email', email], `${newPassword}\nignored\n`)
    assert.deepEqual(done, {
      code: 0,
      out: `${email} has a new password; 2 sessions were ended. API keys keep working.`,
      err: '',
    })
    for (const browser of [client, other]) await refusal(browser.call(getMe), 'unauthenticated')
    await app().withToken(token).call(getMe)
    await assert.rejects(signInAgain())
    await app().as('nobody').call(signIn, { email, password: newPassword })
    const { data } = await app().as('owner').call(listAuditLog, { action: 'user.password' })
    assert.deepEqual(
      data.map(({ actor, target, details }) => ({ actor, target, details })),
      [{ actor: onServer, target: { type: 'user', id, label: email }, details: {} }],
    )
  })

  test('a password that is too short or easy to guess, or for nobody, changes nothing', async () => {
    const { email, client, signIn: signInAgain } = await addNewcomer(app(), 'member')
    const short = await beside(app(), ['reset-password', '--email', email], 'too short\n')
    assert.deepEqual(short, { code: 1, out: '', err: 'The password: Enter at least 12 characters.' })
    const common = await beside(app(), ['reset-password', '--email', email], 'password1234\n')
    const err =
      'The password: Too easy to guess: it resembles a common password. Use several unrelated words.'
    assert.deepEqual(common, { code: 1, out: '', err })
    const nobody = await beside(app(), ['reset-password', '--email', 'stranger@aerie.test'], newPassword)
    assert.deepEqual(nobody, { code: 1, out: '', err: 'stranger@aerie.test is not a member.' })
    await client.call(getMe)
    await signInAgain()
  })

  test('two-factor authentication that a member can no longer use is turned off, and that is in the audit log', async () => {
    const { id, email, recoveryCodes } = await addTwoFactorUser(app())
    const half = await typePassword(app(), email)
    const done = await beside(app(), ['reset-two-factor', '--email', email.toUpperCase()])
    assert.deepEqual(done, {
      code: 0,
      out: `${email} now signs in with the password alone and can set up two-factor authentication again.`,
      err: '',
    })
    await refusal(half.call(verifyRecoveryCode, { code: recoveryCodes[0]! }), 'sign_in_expired')
    await (await typePassword(app(), email)).call(getMe)
    const { data } = await app()
      .as('owner')
      .call(listAuditLog, { action: 'user.two_factor', actor: 'server' })
    assert.deepEqual(
      data.map(({ target, details }) => ({ target, details })),
      [{ target: { type: 'user', id, label: email }, details: { enabled: false } }],
    )
    const again = await beside(app(), ['reset-two-factor', '--email', email])
    assert.deepEqual(again, { code: 0, out: `${email} has no two-factor authentication.`, err: '' })
    const nobody = await beside(app(), ['reset-two-factor', '--email', 'stranger@aerie.test'])
    assert.deepEqual(nobody, { code: 1, out: '', err: 'stranger@aerie.test is not a member.' })
  })

  test('the audit log is verified, and a head that was kept shows that its end was cut off', async () => {
    await sealBatch(app().db, testSecrets.newest)
    await app().withKey('member')
    await sealBatch(app().db, testSecrets.newest)
    const { out: head } = await beside(app(), ['audit', 'head'])
    assert.match(head, /^2:[0-9a-f]{64}$/)
    const whole = await beside(app(), ['audit', 'verify', '--head', head])
    assert.equal(whole.code, 0)
    assert.match(whole.out, /^2 seals cover (\d+) of \1 entries\. No tampering found\.$/)

    await tamper(
      app(),
      'delete from audit_sealed_entries where seal = 2',
      'delete from audit_seals where number = 2',
    )
    const unsealed = await beside(app(), ['audit', 'verify'])
    assert.equal(unsealed.code, 0)
    assert.match(unsealed.out, /^1 seal covers .* \d+ are not sealed yet, the oldest of 20/)
    const cut = await beside(app(), ['audit', 'verify', '--head', head])
    assert.equal(cut.code, 1)
    assert.match(cut.err, /^ {2}seal 2 is missing or different: the log was cut off or replaced$/m)

    const { rows } = await app().db.pool.query<{ id: string }>('select id from audit_log order by id limit 1')
    await tamper(app(), `update audit_log set actor_email = 'eve@aerie.test'`)
    const changed = await beside(app(), ['audit', 'verify'])
    assert.equal(changed.code, 1)
    assert.match(changed.err, /^The audit log was tampered with\. (One finding|\d+ findings):$/m)
    const line = `changed: \\S+ of 20\\S+Z, ${rows[0]?.id} differs from what was sealed \\(seal 1\\)`
    assert.match(changed.err, new RegExp(`^ {2}${line}$`, 'm'))
  })

  test('a command that only reads leaves the schema of an older version as it is, and says so', async () => {
    const { pool } = app().db
    const { rows } = await pool.query(
      'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, hash',
    )
    for (const args of [['verify'], ['audit', 'verify'], ['audit', 'head']]) {
      assert.deepEqual(await beside(app(), args), {
        code: 1,
        out: '',
        err: 'The database has the schema of an older Aerie. Run the command of that version, or start this version first.',
      })
    }
    await pool.query('insert into schema_migrations (name, hash) values ($1, $2)', [
      rows[0].name,
      rows[0].hash,
    ])
  })

  test('of many findings the first twenty are told, and how many there are', async () => {
    await sealBatch(app().db, testSecrets.newest)
    await tamper(
      app(),
      `insert into audit_log (id, action, actor_email, via, target_type, target_id, target_label, at)
       select gen_random_uuid(), 'user.role', 'x', 'session', 'user', gen_random_uuid(), 'x', '2020-01-01' from generate_series(1, 1500)`,
    )
    const { code, err } = await beside(app(), ['audit', 'verify'])
    assert.equal(code, 1)
    const lines = err.split('\n')
    assert.equal(lines.length, 23)
    assert.match(err, /^The audit log was tampered with\. 1,5\d\d findings:$/m)
    assert.match(err, /^ {2}and 1,4[89]\d more$/m)
  })
})

interface Ended {
  code: number | null
  out: string
  err: string
}

const beside = (app: TestApp, args: string[], input = '') =>
  aerie(args, { DATABASE_URL: app.databaseUrl ?? '' }, input)

async function aerie(args: string[], settings: Record<string, string> = {}, input = ''): Promise<Ended> {
  const { code, stdout, stderr } = await startAerie(args, settings, input).ended
  return { code, out: stdout.trim(), err: stderr.trim() }
}

/** What only someone with the database's own password can do: changes history in spite of its triggers. */
async function tamper({ db }: TestApp, ...statements: string[]): Promise<void> {
  const tables = ['audit_log', 'audit_seals', 'audit_sealed_entries']
  for (const table of tables) await db.pool.query(`alter table ${table} disable trigger ${table}_kept`)
  for (const statement of statements) await db.pool.query(statement)
  for (const table of tables) await db.pool.query(`alter table ${table} enable trigger ${table}_kept`)
}
