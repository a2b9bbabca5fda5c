// In a Turkish database, the lower case of I is ı.
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { type Client, createClient } from '#client'
import {
  createLocation,
  createPatient,
  createProject,
  listItems,
  listPatients,
  listProjects,
  searchRecords,
} from '#contract'
import { newId } from '#platform'
import { type Installation, newInstallation, postgres, refusal, signInHeaders, testPassword } from '#testing'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const migrations = new URL('../../migrations/', import.meta.url)
const owner = { OWNER_EMAIL: 'ilgin@aerie.test', OWNER_PASSWORD: testPassword, OWNER_NAME: 'ILGIN IŞIK' }

describe('in a Turkish database, postgresql', { skip: !postgres && 'needs PostgreSQL' }, () => {
  let installation: Installation
  let url: string
  let client: Client
  before(async () => {
    installation = await newInstallation('postgresql')
    url = await createTurkish(installation.databaseUrl!)
    await fillAsBefore(url)
    const node = await installation.start({ ...owner, DATABASE_URL: url })
    const headers = await signInHeaders(node.address, owner.OWNER_EMAIL)
    client = createClient({ baseUrl: node.address, headers })
  })
  after(async () => {
    await installation.remove()
    await postgres!.dropDatabase(url)
  })

  test('what was stored before the upgrade is found, however its letters are typed', async () => {
    const items = await client.call(listItems, { q: 'insulin pen' })
    assert.deepEqual(
      items.data.map(({ sku }) => sku),
      ['PEN-I'],
    )
    for (const q of ['insulin', 'INSULIN', 'pen-i'])
      assert.equal((await client.call(searchRecords, { q })).data.length, 1, q)
    for (const name of ['irina', 'IRINA'])
      assert.equal((await client.call(listPatients, { q: name })).data.length, 1, name)
  })

  test('so is what is stored since, and a name in other letters is the same', async () => {
    const value = 'ID-IV1'
    const identifiers = [{ system: 'urn:oid:1.2.3', value }]
    await client.call(createPatient, { familyName: 'DİLEK KIYICI', identifiers })
    for (const q of ['dilek', 'KIYICI', 'kiyici', 'id-iv1', 'ID-IV1'])
      assert.equal((await client.call(listPatients, { q })).data.length, 1, q)
    await client.call(createProject, { name: 'MİD-TERM IDEAS' })
    for (const q of ['ideas', 'IDEAS', 'mid'])
      assert.equal((await client.call(listProjects, { q })).data.length, 1, q)
    for (const q of ['ILGIN@', 'ilgin', 'Isik'])
      assert.ok(
        (await client.call(searchRecords, { q })).data.some(({ type }) => type === 'user'),
        q,
      )
    await client.call(createLocation, { name: 'CLINIC' })
    await refusal(client.call(createLocation, { name: 'clinic' }), 'location_name_taken')
  })
})

/** Creates a database whose locale is Turkish. @returns its address */
async function createTurkish(beside: string): Promise<string> {
  const url = new URL(beside)
  const admin = new pg.Client(beside)
  await admin.connect()
  url.pathname = `${url.pathname}_tr`
  await admin.query(
    `create database ${url.pathname.slice(1)} template template0 encoding 'UTF8' locale 'C.UTF-8' locale_provider icu icu_locale 'tr-TR'`,
  )
  await admin.end()
  return url.href
}

/** Stores records with the schema of a version that compared by the database's own locale. */
async function fillAsBefore(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-migrations-'))
  const db = await openDatabase({ url, dataDir: '', poolSize: 2 })
  try {
    for (const name of await readdir(migrations))
      if (name < '0012') await cp(new URL(name, migrations), join(folder, name))
    await migrate(db.pool, undefined, pathToFileURL(`${folder}/`))
    await db.pool.query(
      `insert into items (id, sku, name, unit, lot_tracking, expiry_tracking) values ($1, 'PEN-I', 'INSULIN PEN', 'piece', false, false)`,
      [newId()],
    )
    await db.pool.query(`insert into patients (id, given_name, family_name) values ($1, 'IRINA', 'ILIĆ')`, [
      newId(),
    ])
  } finally {
    await db.close()
    await rm(folder, { recursive: true })
  }
}
