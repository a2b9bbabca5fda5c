import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readDocuments } from '../front/pages.ts'
import { readConfig } from '../start/config.ts'
import { explain } from './explain.ts'

const embedded = readConfig({ DATA_DIR: '/var/lib/aerie' })
const server = readConfig({ DATABASE_URL: 'postgres://db/aerie', SECRET: 'x'.repeat(32) })
const error = (message: string, facts: object) => Object.assign(new Error(message), facts)

test('errors of the data folder and of what is in it or above it name DATA_DIR', () => {
  for (const path of ['/var/lib/aerie', '/var/lib/aerie/postgres/PG_VERSION', '/var/lib']) {
    const readOnly = error('EROFS: read-only file system', { code: 'EROFS', path })
    assert.equal(explain(readOnly, embedded), 'DATA_DIR is not writable: EROFS: read-only file system')
  }
  const elsewhere = error('EACCES: permission denied', { code: 'EACCES', path: '/var/lib/other' })
  assert.equal(explain(elsewhere, embedded), undefined)
})

test('errors of the database name DATABASE_URL if that is its address', () => {
  for (const facts of [{ code: 'ECONNREFUSED' }, { code: '28P01' }, { code: 'ERR_TLS_HANDSHAKE_TIMEOUT' }]) {
    const shown = explain(error('wrong', facts), server)
    assert.equal(shown, 'The database does not respond: wrong. Check DATABASE_URL.')
  }
  const noPassword = 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'
  assert.match(explain(new Error(noPassword), server) ?? '', /^The database does not respond: SASL/)
  const full = explain(error('disk full', { code: '53100' }), embedded)
  assert.equal(full, 'The database does not respond: disk full')
})

test('a web app that is not built as this version needs it is named, and not the database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-test-'))
  const built = pathToFileURL(`${folder}/`)
  assert.equal(await readDocuments(built), null)
  await writeFile(join(folder, 'index.html'), 'elsewhere')
  const stale = await readDocuments(built).catch((error) => error)
  assert.equal(
    explain(stale, embedded),
    `The web app in ${folder}/ is of another version or incomplete. Build it again: node scripts/setup.mjs`,
  )
  await writeFile(join(folder, 'shell.html'), 'in the shell')
  assert.deepEqual(await readDocuments(built), { inShell: 'in the shell', elsewhere: 'elsewhere' })
  await rm(folder, { recursive: true })
})

test('a missing file is no error of the database', async () => {
  const missing = await readFile('/no/such/file').catch((error) => error)
  assert.equal(explain(missing, embedded), undefined)
  const gone = error('connect ENOENT /data/.s.PGSQL.5432', { code: 'ENOENT', syscall: 'connect' })
  assert.match(explain(gone, embedded) ?? '', /^The database does not respond: connect ENOENT/)
})

test('an error that no operator can fix has no sentence', () => {
  assert.equal(explain(new TypeError('x is not a function'), embedded), undefined)
  assert.equal(explain('thrown', server), undefined)
})
