import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { readConfig } from '#config'
import { isUnavailable, openDatabase } from '#database'
import { postgres, startNodeProcess, testSettings } from '#testing'
import { explain } from '../../operating/explain.ts'
import { type Certificates, newCertificates } from '../certificates.ts'
import { howToGetPostgres, type PostgresServer, startPostgres } from '../postgres.ts'

describe('a PostgreSQL server with TLS', { skip: !postgres && `needs ${howToGetPostgres}` }, () => {
  let certificates: Certificates
  let server: PostgresServer
  const file = (name: string) => certificates.file(name)

  before(async () => {
    certificates = await newCertificates()
    for (const name of ['ca', 'stranger']) certificates.addAuthority(name)
    certificates.issue('server', 'localhost', '-addext subjectAltName=DNS:localhost')
    certificates.issue('aerie', 'aerie')

    server = (await startPostgres({ certificate: await certificates.read('server') }))!
    const admin = new pg.Client(superuserUrl())
    await admin.connect()
    const { rows } = await admin.query(`select current_setting('hba_file') as hba`)
    const { hba } = rows[0]
    const rules = [
      'hostssl   only_tls         all 127.0.0.1/32 scram-sha-256',
      'hostnossl only_tls         all 127.0.0.1/32 reject',
      'hostssl   with_certificate all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca',
    ]
    await writeFile(hba, [...rules, await readFile(hba, 'utf8')].join('\n'))
    for (const database of ['only_tls', 'with_certificate'])
      await admin.query(`create database ${database} owner aerie`)
    await admin.end()
    // Starts with these rules, which a reload would apply a moment later.
    await server.control('stop fast')
    await server.control('start')
  })
  after(async () => {
    await server?.stop()
    await certificates[Symbol.asyncDispose]()
  })

  function superuserUrl(): string {
    const url = new URL(server.url('postgres'))
    url.username = 'postgres'
    return url.href
  }

  function configOf(
    parameters: string,
    { database = 'only_tls', host = 'localhost', ...settings }: Record<string, string> = {},
  ) {
    const url = new URL(server.url(database))
    url.hostname = host
    return readConfig(
      testSettings({ DATABASE_URL: `${url.href}${parameters && `?${parameters}`}`, ...settings }),
    )
  }

  /** Returns the common name of the client's certificate in an encrypted session, `none` without one, or the sentence. */
  async function outcome(...given: Parameters<typeof configOf>): Promise<string> {
    const config = configOf(...given)
    try {
      const db = await openDatabase({ url: config.secrets.databaseUrl, dataDir: '', poolSize: 1 })
      try {
        const { rows } = await db.pool.query(
          'select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()',
        )
        return rows[0].ssl ? `encrypted, ${rows[0].client_dn ?? 'none'}` : 'unencrypted'
      } catch (error) {
        // During an outage, calls get 503.
        assert.ok(
          isUnavailable(error) || String((error as { code?: string }).code).startsWith('28'),
          String(error),
        )
        throw error
      } finally {
        await db.close()
      }
    } catch (error) {
      const sentence = explain(error, config)
      assert.ok(sentence, String(error))
      assert.doesNotMatch(sentence, new RegExp(certificates.folder))
      return sentence
    }
  }

  const root = () => `sslrootcert=${encodeURIComponent(file('ca.crt'))}`
  const stranger = () => `sslrootcert=${encodeURIComponent(file('stranger.crt'))}`
  const own = () =>
    `sslcert=${encodeURIComponent(file('aerie.crt'))}&sslkey=${encodeURIComponent(file('aerie.key'))}`

  test('sslmode encrypts and verifies as in libpq', async () => {
    const encrypted = 'encrypted, none'
    const notTrusted =
      /^The certificate of the database server is not from a trusted authority\. Set DATABASE_CA_FILE/
    const otherHost =
      /^The certificate of the database server is for another host\. Use its host in DATABASE_URL/
    const onIp = { host: '127.0.0.1' }
    assert.equal(await outcome('', { database: 'postgres' }), 'unencrypted')
    assert.equal(await outcome('sslmode=disable', { database: 'postgres' }), 'unencrypted')
    assert.equal(await outcome('sslmode=require'), encrypted)
    assert.equal(await outcome('sslmode=require', onIp), encrypted)
    // An authority turns `require` into `verify-ca`.
    assert.equal(await outcome(`sslmode=require&${root()}`, onIp), encrypted)
    assert.match(await outcome(`sslmode=require&${stranger()}`), notTrusted)
    assert.equal(await outcome(`sslmode=verify-ca&${root()}`, onIp), encrypted)
    assert.match(await outcome(`sslmode=verify-ca&${stranger()}`), notTrusted)
    assert.equal(await outcome(`sslmode=verify-full&${root()}`), encrypted)
    assert.match(await outcome(`sslmode=verify-full&${root()}`, onIp), otherHost)
    assert.match(await outcome('sslmode=verify-full'), notTrusted)
    assert.match(await outcome('sslmode=verify-full&sslrootcert=system'), notTrusted)
    assert.equal(await outcome(root()), encrypted)
    assert.match(await outcome(root(), onIp), otherHost)
  })

  test('DATABASE_CA_FILE stands for sslrootcert', async () => {
    const settings = { DATABASE_CA_FILE: file('ca.crt') }
    assert.equal(await outcome('', settings), 'encrypted, none')
    assert.equal(await outcome('sslmode=verify-ca', { ...settings, host: '127.0.0.1' }), 'encrypted, none')
    assert.throws(
      () => configOf(root(), settings),
      /DATABASE_CA_FILE needs a DATABASE_URL without sslrootcert/,
    )
    assert.throws(() => readConfig(settings), /DATABASE_CA_FILE needs a DATABASE_URL/)
  })

  test('a client certificate is sent if the server requires one', async () => {
    const there = { database: 'with_certificate' }
    assert.equal(await outcome(`${root()}&${own()}`, there), 'encrypted, /CN=aerie')
    const required =
      /^The database server requires a client certificate .+ Set sslcert and sslkey in DATABASE_URL\.$/
    assert.match(await outcome(root(), there), required)
  })

  test('each wrong setting is named in a sentence, and never its value', async () => {
    await writeFile(file('empty.crt'), '')
    const problems: [parameters: string, sentence: RegExp][] = [
      [
        'sslmode=disable',
        /^The database server only accepts TLS\. Add sslmode=verify-full to DATABASE_URL\.$/,
      ],
      [
        'sslmode=prefer',
        /^DATABASE_URL: sslmode: prefer can end up unencrypted\. Use disable, require, verify-ca or/,
      ],
      ['sslmode=allow', /^DATABASE_URL: sslmode: allow can end up unencrypted\./],
      ['sslmode=verify_full', /^DATABASE_URL: sslmode: Use disable, require, verify-ca or verify-full\.$/],
      ['ssl=true', /^DATABASE_URL: ssl: Use sslmode=verify-full/],
      ['sslmode=verify-ca', /^DATABASE_URL: sslmode: verify-ca needs sslrootcert or DATABASE_CA_FILE\.$/],
      [
        'sslmode=require&sslrootcert=system',
        /^DATABASE_URL: sslrootcert: system needs sslmode=verify-full\.$/,
      ],
      [
        `sslrootcert=${file('no.crt')}`,
        /^DATABASE_URL: sslrootcert or DATABASE_CA_FILE: The file does not exist\.$/,
      ],
      [
        `sslrootcert=${certificates.folder}`,
        /^DATABASE_URL: sslrootcert or DATABASE_CA_FILE: The file cannot be read\.$/,
      ],
      [
        `sslrootcert=${file('empty.crt')}`,
        /^DATABASE_URL: sslrootcert or DATABASE_CA_FILE: Not certificates in PEM\.$/,
      ],
      [`sslcert=${file('aerie.crt')}`, /^DATABASE_URL: Set both sslcert and sslkey, or neither\.$/],
      [
        `sslcert=${file('aerie.crt')}&sslkey=${file('no.key')}`,
        /^DATABASE_URL: sslkey: The file does not exist\.$/,
      ],
      [
        `sslcert=${file('aerie.crt')}&sslkey=${file('ca.key')}`,
        /^DATABASE_URL: sslcert and sslkey: Not a certificate and its private key/,
      ],
    ]
    for (const [parameters, sentence] of problems)
      assert.match(await outcome(parameters), sentence, parameters)
  })

  test('a server without TLS, and a certificate that is no longer valid, have a sentence as well', async () => {
    const plain = postgres && (await postgres.createDatabase())
    const config = readConfig(testSettings({ DATABASE_URL: `${plain}?sslmode=require` }))
    const db = await openDatabase({ url: config.secrets.databaseUrl, dataDir: '', poolSize: 1 })
    const refusal = await db.pool.query('select 1').catch((error) => error)
    assert.match(
      explain(refusal, config) ?? '',
      /^The database server does not offer TLS\. .+ change sslmode/,
    )
    await db.close()
    await postgres!.dropDatabase(plain!)
    const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
    assert.match(explain(expired, config) ?? '', /DATABASE_CA_FILE, is expired or not valid yet\.$/)
  })

  test('a node starts with TLS, and prints the sentence if it cannot', async () => {
    const { databaseUrl } = configOf(root()).secrets
    const node = await startNodeProcess({ DATABASE_URL: databaseUrl! })
    await node.remove()
    const wrong = configOf(stranger()).secrets.databaseUrl!
    await assert.rejects(startNodeProcess({ DATABASE_URL: wrong }), (error: Error) => {
      assert.match(error.message, /\nThe certificate of the database server is not from a trusted authority/)
      assert.doesNotMatch(error.message, /\n {4}at /)
      return true
    })
  })
})
