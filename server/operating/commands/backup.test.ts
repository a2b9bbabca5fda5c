import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, glob, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { startApp } from '#app'
import { BackupError, beginUse, readParts, restoreBackup, verifyBackup } from '#backups'
import { createClient } from '#client'
import { readConfig } from '#config'
import { createProject, createSource, deleteSource, getMe, getSource, listProjects } from '#contract'
import { onPostgres, postgres, signInHeaders, type TestApp, testInFull, testSecret, until } from '#testing'
import { startAerie } from '../../testing/program.ts'
import { testSettings } from '../../testing/settings.ts'
import { auditVerifyCommand } from './audit-verify.ts'
import { backupCommand } from './backup.ts'
import { type Command, CommandError } from './command.ts'
import { openInstallation } from './installation.ts'
import { restoreCommand } from './restore.ts'
import { verifyCommand } from './verify.ts'

onPostgres('a backup', (app) => {
  let folder: string
  let token: string
  let projectId: string
  let archive: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-backup-'))
    archive = join(folder, 'first.tar')
    token = (await app().withKey('member')).token
    projectId = (await app().as('member').call(createProject, { name: 'Kept, "quoted" \\ and ✓' })).id
  })
  after(() => rm(folder, { recursive: true }))

  const upload = (title: string) =>
    app()
      .as('member')
      .call(createSource, { projectId, title, text: `Text of ${title}.\tWith a tab, and\na line.` })
  const newDatabase = async () => {
    const databaseUrl = await postgres!.createDatabase()
    return { databaseUrl, dataDir: join(folder, new URL(databaseUrl).pathname) }
  }

  test('that is made under load holds what was answered before it, and its restoring keeps every promise', async () => {
    const ready = await upload('The first')
    await until(
      () => app().as('member').call(getSource, { sourceId: ready.id }),
      ({ status }) => status === 'ready',
    )
    const known = [ready.id]
    let stop = false
    const load = [1, 2, 3].map(async (worker) => {
      for (let n = 0; !stop; n++) {
        const { id } = await upload(`${worker}.${n}`)
        if (n % 2) await app().as('member').call(deleteSource, { sourceId: id })
      }
    })
    const made = await aerie(app(), ['backup', '--to', archive])
    stop = true
    await Promise.all(load)
    assert.equal(made.code, 0, made.err)
    assert.match(
      made.out,
      /^\S+first\.tar: \d+ rows in \d+ tables and \d+ files?\. It does not contain the secret/,
    )
    assert.equal((await stat(archive)).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(folder), ['first.tar'])
    assert.ok(!existsSync(join(app().dataDir, 'backing-up')))

    const restored = await newDatabase()
    const done = await aerie(restored, ['restore', '--from', archive])
    assert.equal(done.code, 0, done.err)
    await holds(restored, verifyCommand, { files: 'yes' })
    for (const id of known) {
      assert.ok(await one(restored.databaseUrl, `select from sources where id = '${id}'`))
    }
    await postgres!.dropDatabase(restored.databaseUrl)
  })

  testInFull(
    'goes to the other kind of database and back, and every row and file is what it was',
    async () => {
      const archives = [join(folder, 'from-postgresql.tar'), join(folder, 'from-embedded.tar')] as const
      // Jobs go on by themselves, and change what is compared.
      await until(
        () =>
          one(
            app().databaseUrl,
            `select name from pgboss.job where state < 'completed' and name not like '\\_\\_%'`,
          ),
        (job) => job === undefined,
      )
      const nextMergeRow = async (url: string | undefined) =>
        one(url, `select nextval(pg_get_serial_sequence('patient_merge_rows', 'id'))::int as id`)
      assert.deepEqual(await nextMergeRow(app().databaseUrl), { id: 1 })
      const before = await contentsOf(app().databaseUrl)
      assert.equal((await aerie(app(), ['backup', '--to', archives[0], '--with-secret'])).code, 0)
      assert.deepEqual(await contentsOf(app().databaseUrl), before)

      const embedded = { databaseUrl: '', dataDir: join(folder, 'embedded') }
      const settings = { SECRET: '' }
      assert.equal((await aerie(embedded, ['restore', '--from', archives[0]], settings)).code, 0)
      assert.equal((await readFile(join(embedded.dataDir, 'secret'), 'utf8')).trim(), testSecret)
      assert.equal((await aerie(embedded, ['backup', '--to', archives[1]], settings)).code, 0)
      const again = await newDatabase()
      assert.equal((await aerie(again, ['restore', '--from', archives[1]])).code, 0)

      assert.deepEqual(await contentsOf(again.databaseUrl), before)
      const files = await filesIn(join(again.dataDir, 'files'))
      assert.ok(files.size > 0)
      const original = await filesIn(join(app().dataDir, 'files'))
      for (const [name, content] of files) assert.ok(original.get(name)?.equals(content), name)

      for (const { databaseUrl: url, dataDir } of [embedded, again]) {
        const node = await startApp(
          readConfig(
            testSettings({
              DATA_DIR: dataDir,
              DATABASE_URL: url,
              SECRET: url ? testSecret : '',
            }),
          ),
        )
        try {
          const { user } = await createClient({ baseUrl: node.address, apiKey: token }).call(getMe)
          assert.equal(user.id, app().people.member.id)
          const headers = await signInHeaders(node.address, app().people.member.email)
          const { data } = await createClient({ baseUrl: node.address, headers }).call(listProjects)
          assert.deepEqual(
            data.map(({ name }) => name),
            ['Kept, "quoted" \\ and ✓'],
          )
          // A session of before goes on.
          await createClient({ baseUrl: node.address, headers: app().people.owner.headers }).call(getMe)
        } finally {
          await node.stop(0)
        }
      }
      await holds(again, auditVerifyCommand)
      assert.deepEqual(await nextMergeRow(again.databaseUrl), { id: 2 })
      await postgres!.dropDatabase(again.databaseUrl)
    },
  )

  test('keeps a file that the server removes while it is being made', async () => {
    const { id } = await upload('Removed meanwhile')
    const { file_key: key } =
      (await one(app().databaseUrl, `select file_key from sources where id = '${id}'`)) ?? {}
    const holder = new pg.Client(app().databaseUrl)
    await holder.connect()
    await holder.query('begin; lock table users in access exclusive mode')
    const path = join(folder, 'while-removing.tar')
    const making = aerie(app(), ['backup', '--to', path])
    await until(
      async () => existsSync(join(app().dataDir, 'backing-up', String(key))),
      (held) => held,
    )
    await rm(join(app().dataDir, 'files', String(key)))
    await holder.end()
    const made = await making
    assert.equal(made.code, 0, made.err)
    const names = await Array.fromAsync(readParts(path), ({ name }) => name)
    assert.ok(names.includes(`files/${key}`))

    // From now on it is not there at all.
    const missing = await aerie(app(), ['backup', '--to', join(folder, 'never.tar')])
    assert.equal(missing.code, 1)
    assert.match(missing.err, /^Files that the database refers to are missing in /)
    await app().as('member').call(deleteSource, { sourceId: id })
  })

  testInFull(
    'that is killed in the middle leaves nothing that passes for one, and is made again',
    async () => {
      const path = join(folder, 'killed.tar')
      const holder = new pg.Client(app().databaseUrl)
      await holder.connect()
      await holder.query('begin; lock table users in access exclusive mode')
      const { process, ended } = start(app(), ['backup', '--to', path])
      await waiting(app().databaseUrl)
      process.kill('SIGKILL')
      await ended
      await holder.end()
      assert.ok(!existsSync(path))
      const half = await aerie(app(), ['backup', '--verify', join(folder, '.killed.tar.unfinished')])
      assert.equal(half.code, 1)
      assert.match(half.err, /is incomplete: it ends/)
      assert.equal((await aerie(app(), ['backup', '--to', path])).code, 0)
      assert.equal((await aerie(app(), ['backup', '--verify', path])).code, 0)
      assert.ok(!existsSync(join(folder, '.killed.tar.unfinished')))
      const taken = await aerie(app(), ['backup', '--to', path])
      assert.match(taken.err, /killed\.tar already exists\.$/)
    },
  )

  testInFull(
    'whose restoring is killed leaves an empty database, into which it is restored again',
    async () => {
      const target = await newDatabase()
      const holder = new pg.Client(target.databaseUrl)
      await holder.connect()
      // The restoring has made all tables when it comes to this schema, and waits for whoever makes it, too.
      await holder.query('begin; create schema pgboss')
      const { process, ended } = start(target, ['restore', '--from', archive])
      await waiting(target.databaseUrl)
      process.kill('SIGKILL')
      await ended
      await holder.query('rollback')
      await until(
        () => one(target.databaseUrl, lockAwaited),
        (found) => found === undefined,
      )
      await holder.end()
      assert.equal(
        await one(
          target.databaseUrl,
          `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
        ),
        undefined,
      )
      const done = await aerie(target, ['restore', '--from', archive])
      assert.equal(done.code, 0, done.err)
      assert.deepEqual((await readdir(target.dataDir)).sort(), ['files', 'restored'])
      assert.equal((await aerie(target, ['restore', '--from', archive])).code, 0)

      await beginUse(target.dataDir)
      assert.deepEqual(await readdir(target.dataDir), ['files'])
      const twice = await aerie(target, ['restore', '--from', archive])
      assert.match(twice.err, /^The database is not empty: /)
      const full = await aerie({ ...target, dataDir: join(folder, 'fresh') }, ['restore', '--from', archive])
      assert.match(
        full.err,
        /^The database is not empty: it has the table \S+\. Set DATABASE_URL to a new one\.$/,
      )
      await postgres!.dropDatabase(target.databaseUrl)
    },
  )

  test('that is damaged is refused by the name of the part, before anything is done', async () => {
    const target = await newDatabase()
    const bad = join(folder, 'damaged.tar')
    const parts = await positions(archive)
    for (const name of [
      'beginning.json',
      'tables/public.users/1.gz',
      [...parts.keys()].find((part) => part.startsWith('files/')) ?? '',
      'sums/1',
      'end.json',
    ]) {
      await cp(archive, bad)
      const bytes = await readFile(bad)
      const at = (parts.get(name) ?? Number.NaN) + 20
      bytes[at]! ^= 1
      await writeFile(bad, bytes)
      await assert.rejects(
        verifyBackup(bad, 'read'),
        (error: Error) => error.message.includes(`is damaged: the checksum of ${name} does not`),
        name,
      )
    }
    const refused = await aerie(target, ['restore', '--from', bad])
    assert.deepEqual(
      [refused.code, refused.err],
      [1, `${bad} is damaged: the checksum of end.json does not match.`],
    )
    for (const length of [0, 100, parts.get('sums/1') ?? 0, (await stat(archive)).size - 1024 - 512]) {
      await cp(archive, bad)
      await truncate(bad, length)
      await assert.rejects(verifyBackup(bad, 'read'), /is incomplete: it ends/, String(length))
    }
    await writeFile(bad, 'Something else entirely.'.repeat(100))
    await assert.rejects(verifyBackup(bad, 'read'), /is damaged or not a backup at all/)
    await assert.rejects(verifyBackup(join(folder, 'none.tar'), 'read'), /cannot be read: file not found/)
    assert.ok(!existsSync(target.dataDir))
    await postgres!.dropDatabase(target.databaseUrl)
  })

  test('of a newer schema, or for another secret, is refused', async () => {
    const target = await newDatabase()
    const found = await verifyBackup(archive, 'read')
    const migrations = [...found.beginning.migrations, { name: '9999_later.sql', hash: 'x' }]
    const to = { ...target, poolSize: 2, files: 'folder' }
    await assert.rejects(
      restoreBackup(archive, { ...found, beginning: { ...found.beginning, migrations } }, to),
      /The database has the migration 9999_later\.sql of a newer version\. Run that version\./,
    )
    const earliest = { ...found.beginning, migrations: [{ name: '0001_identity.sql', hash: 'x' }] }
    await assert.rejects(
      restoreBackup(archive, { ...found, beginning: earliest }, to),
      /The database is from a development version before 0\.1\.0/,
    )
    const other = { SECRET: 'another secret of some length as well' }
    const refused = await aerie(target, ['restore', '--from', archive], other)
    assert.match(
      refused.err,
      /^SECRET lacks [0-9a-f]{8} of the backup\. Set SECRET to the one of the backup, or use --new-secret/,
    )
    const nevertheless = await aerie(target, ['restore', '--from', archive, '--new-secret'], other)
    assert.equal(nevertheless.code, 0, nevertheless.err)
    const restored = readConfig({ ...other, DATABASE_URL: target.databaseUrl, DATA_DIR: target.dataDir })
    await (await openInstallation(restored)).db.close()
    await postgres!.dropDatabase(target.databaseUrl)
  })
})

type Target = Pick<TestApp, 'databaseUrl' | 'dataDir'>

/** As a process of its own, to be killed. */
function start(target: Target, args: string[]) {
  return startAerie(args, { DATABASE_URL: target.databaseUrl, DATA_DIR: target.dataDir })
}

/** The same in this process, which is faster: what it would print, and its exit code. */
async function aerie(
  { databaseUrl, dataDir }: Target,
  args: string[],
  settings: Record<string, string> = {},
) {
  const [name, ...rest] = args
  const config = readConfig({ SECRET: testSecret, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...settings })
  const flags = rest.flatMap((arg, at) =>
    arg.startsWith('--')
      ? [[arg.slice(2), rest[at + 1]?.startsWith('--') === false ? rest[at + 1] : 'yes']]
      : [],
  )
  const command = name === 'backup' ? backupCommand : restoreCommand
  try {
    return { code: 0, out: await command.runAlone(config, Object.fromEntries(flags)), err: '' }
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof BackupError)) throw error
    return { code: 1, out: '', err: error.message }
  }
}

async function holds(
  { databaseUrl, dataDir }: Target,
  command: Command,
  options: Record<string, string> = {},
) {
  const config = readConfig({ SECRET: testSecret, DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  const installation = await openInstallation(config)
  await command.run(installation, options).finally(() => installation.db.close())
}

async function one(url: string | undefined, query: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(query)).rows[0]
  } finally {
    await client.end()
  }
}

const lockAwaited = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Until someone waits for a lock in this database. */
const waiting = (url: string | undefined) =>
  until(
    () => one(url, lockAwaited),
    (found) => found !== undefined,
  )

/** A hash over all rows of each table of ours, except the running nodes and the place of the files. */
async function contentsOf(url: string | undefined): Promise<Record<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`set timezone = 'UTC'`)
  const { rows } = await client.query(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('nodes', 'file_storage')
     order by 1`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const of = name === 'schema_migrations' ? `(select name, hash from schema_migrations)` : `public.${name}`
    const { rows: sums } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(all_of::text, '' order by all_of::text)), '') as sum from ${of} all_of`,
    )
    found[name] = sums[0].sum
  }
  await client.end()
  return found
}

async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for await (const name of glob('*/*', { cwd: folder })) found.set(name, await readFile(join(folder, name)))
  return found
}

/** Where the content of each part begins. */
async function positions(path: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  let at = 0
  for await (const { name, bytes } of readParts(path)) {
    found.set(name, at + 512)
    at += 512 + Math.ceil(bytes / 512) * 512
  }
  return found
}
