// What the server and all commands refuse to open, and what they open.
import assert from 'node:assert/strict'
import { lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '#config'
import type { Database } from '#database'
import { newId } from '#platform'
import { databaseKinds, type Installation, newInstallation, postgres, testInFull } from '#testing'
import { openInstallation } from './commands/installation.ts'
import { secretReplaceCommand } from './commands/secret-replace.ts'
import { openData } from './open-data.ts'

const one = 'one secret of more than 32 characters'
const other = 'another secret of some length as well'
const third = 'a third secret that no database knows'
const asServer = { mayCreate: true, mayMigrate: true }

type Place = Pick<Installation, 'dataDir' | 'databaseUrl'>

const configOf = ({ dataDir, databaseUrl }: Place, secret: string) =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET: secret })

/** Opens an installation as the server does, and closes it again. */
async function open(place: Place, secret = '', work: (db: Database) => Promise<unknown> = async () => {}) {
  const { db } = await openData(configOf(place, secret), asServer)
  await work(db).finally(() => db.close())
}

const addOwner = ({ pool }: Database) =>
  pool.query(`insert into users (id, name, email, role) values ($1, 'Ada', 'ada@aerie.test', 'owner')`, [
    newId(),
  ])

/** Everything in a folder. The time of the last change also shows a file that was written with the same content. */
async function imageOf(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))].sort()
  return Promise.all(
    names.map(async (name) => {
      const { mode, size, ctimeNs } = await lstat(join(folder, name), { bigint: true })
      return [name, mode, size, ctimeNs].join(' ')
    }),
  )
}

describe('a data folder that is neither new nor complete', () => {
  let place: Installation
  before(async () => {
    place = await newInstallation('embedded')
    await open(place, '', addOwner)
    await mkdir(join(place.dataDir, 'files'))
  })
  after(() => place.remove())

  for (const [what, part, content, names] of [
    ['what tells PostgreSQL its version', 'postgres/PG_VERSION', null, /: postgres\/PG_VERSION is missing/],
    ['all tables', 'postgres/base', null, /: postgres\/base is missing/],
    ['the list of tables', 'postgres/base/5/1259', null, /: postgres\/base\/5\/1259 is missing/],
    ['what is in its control file', 'postgres/global/pg_control', '', /: postgres\/global\/pg_control is/],
    ['the log of changes', 'postgres/pg_wal', null, /: postgres\/pg_wal is missing/],
    ['what is in the list of transactions', 'postgres/pg_xact/0000', '', /: postgres\/pg_xact is missing/],
    ['a folder that happens to be empty', 'postgres/pg_tblspc', null, /: postgres\/pg_tblspc is missing/],
    ['its database', 'postgres', null, /: it has files.* and secret, but not the database/],
    ['its secret', 'secret', null, /: the file secret is missing, and SECRET is not set/],
  ] as const) {
    test(`because it lacks ${what} is refused as it is, with what is missing and how to restore`, async () => {
      const path = join(place.dataDir, part)
      const aside = `${place.dataDir}-aside`
      await rename(path, aside)
      if (content !== null) await writeFile(path, content)
      const lock = join(place.dataDir, 'lock')
      await rm(lock)
      try {
        const image = await imageOf(place.dataDir)
        await assert.rejects(openData(configOf(place, ''), asServer), (error: Error) => {
          assert.equal(error.name, 'IncompleteFolderError')
          assert.match(error.message, names)
          assert.match(error.message, /aerie restore --from BACKUP/)
          return true
        })
        await assert.rejects(openInstallation(configOf(place, '')), names)
        assert.deepEqual(await imageOf(place.dataDir), image)
      } finally {
        await rm(path, { force: true })
        await rename(aside, path)
        await writeFile(lock, '')
      }
    })
  }

  testInFull('because it lacks one table of many is refused by the name of the table', async () => {
    let file = ''
    await open(place, '', async ({ pool }) => {
      const { rows } = await pool.query(`select pg_relation_filepath('invoices') as file`)
      file = join(place.dataDir, 'postgres', rows[0].file)
    })
    await rename(file, `${place.dataDir}-aside`)
    // As after a crash: a clean stop would have listed all files.
    await rm(join(place.dataDir, 'postgres/aerie-manifest'))
    await assert.rejects(open(place), /: postgres\/base\/5\/\d+ \(invoices\) is missing or damaged/)
    await rename(`${place.dataDir}-aside`, file)
    await open(place)
  })

  testInFull('because it lacks its uploaded files is refused', async () => {
    const files = join(place.dataDir, 'files')
    await open(place, '', ({ pool }) =>
      pool.query(`update file_storage set id = $1, address = 'folder'`, [newId()]),
    )
    await rm(files, { recursive: true })
    await assert.rejects(open(place), /is not complete: \S+\/files does not have the files of this database/)
    assert.ok(!(await readdir(place.dataDir)).includes('files'))
  })
})

describe('a data folder', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-open-'))
  })
  after(() => rm(folder, { recursive: true }))

  test('that holds something else is refused as it is', async () => {
    const place = { dataDir: join(folder, 'photos'), databaseUrl: undefined }
    await mkdir(place.dataDir, { mode: 0o755 })
    await writeFile(join(place.dataDir, 'summer.jpg'), '')
    const image = await imageOf(place.dataDir)
    await assert.rejects(open(place), /it has summer\.jpg, but not the database/)
    assert.deepEqual(await imageOf(place.dataDir), image)
  })

  test('that is a new disk, or whose first start was interrupted anywhere, is started', async () => {
    const place = { dataDir: join(folder, 'disk'), databaseUrl: undefined }
    await mkdir(join(place.dataDir, 'lost+found'), { recursive: true })
    // Before the lock, and while the database was unpacked.
    await mkdir(join(place.dataDir, 'postgres.new', 'base'), { recursive: true })
    await writeFile(join(place.dataDir, 'postgres.new', 'PG_VERSION'), '')
    await writeFile(join(place.dataDir, 'lock'), '')
    await open(place)
    // Between database and secret, while it was written.
    await rename(join(place.dataDir, 'secret'), join(place.dataDir, 'secret.new'))
    await open(place, '', addOwner)
    await rename(join(place.dataDir, 'secret'), join(folder, 'secret'))
    await assert.rejects(
      open(place),
      /^ConfigError: The secret is missing\. Put back the one with the id \w{8}/,
    )
    await rename(join(folder, 'secret'), join(place.dataDir, 'secret'))
    await open(place)
  })
})

for (const kind of databaseKinds) {
  test(`a database of a development version is refused at start and by every command, ${kind}`, async () => {
    const place = await newInstallation(kind)
    await open(place, one, ({ pool }) =>
      pool.query(`update schema_migrations set name = '0001_identity.sql' where name like '0001%'`),
    )
    const refused =
      /^(Config|Command)Error: The database is from a development version before 0\.1\.0, which Aerie cannot upgrade: use an empty DATA_DIR or database\.$/
    await assert.rejects(open(place, one), refused)
    for (const olderSchema of ['migrate', 'leave', 'refuse'] as const)
      await assert.rejects(openInstallation(configOf(place, one), olderSchema), refused)
    await place.remove()
  })

  describe(`the secret of an installation, ${kind}`, () => {
    let place: Installation
    before(async () => {
      place = await newInstallation(kind)
    })
    after(() => place.remove())
    const isUnknown =
      /^(ConfigError|CommandError): SECRET is not the secret of this database: it has \w{8}\. Put back the one with the id \w{8}/

    test('can be changed until there is an owner', async () => {
      await open(place, one)
      await open(place, other)
      await open(place, one, addOwner)
    })

    test('is refused if the database does not know it, by the server and by every command', async () => {
      const image = await imageOf(place.dataDir)
      await assert.rejects(open(place, other), isUnknown)
      await assert.rejects(openInstallation(configOf(place, other), 'refuse'), isUnknown)
      assert.deepEqual(await imageOf(place.dataDir), image)
    })

    test('is replaced by listing both for a while', async () => {
      await open(place, `${other},${one}`)
      await open(place, other)
    })

    test('is accepted on request if the former one is lost', async () => {
      await assert.rejects(open(place, third), isUnknown)
      assert.match(
        await secretReplaceCommand.runAlone(configOf(place, third), {}),
        /^Aerie now starts with the secret \w{8}\. Nothing depended on another\.$/,
      )
      await open(place, third)
    })
  })
}

test('a database of another program is refused as it is', {
  skip: !postgres && 'needs PostgreSQL',
}, async () => {
  const databaseUrl = await postgres!.createDatabase()
  const place = { dataDir: join(tmpdir(), `aerie-none-${newId()}`), databaseUrl }
  const { db } = await openData(configOf(place, one), asServer)
  await db.pool.query('drop schema public cascade; create schema public')
  // Rails has a table of this name.
  await db.pool.query('create table schema_migrations (version text)')
  await db.close()
  await rm(place.dataDir, { recursive: true })
  await assert.rejects(
    open(place, one),
    /DATABASE_URL is not an Aerie database, and not empty: it has the table schema_/,
  )
  await assert.rejects(openInstallation(configOf(place, one)), /This is not an Aerie database/)
  await assert.rejects(lstat(place.dataDir), { code: 'ENOENT' })
  await postgres!.dropDatabase(databaseUrl)
})
