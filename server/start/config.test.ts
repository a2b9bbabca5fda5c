import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startNodeProcess } from '#testing'
import { ConfigError, readConfig, secretSettings, settings } from './config.ts'

const message = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  return assert.fail('should be refused')
}

test('without any setting it listens on this machine only, on the embedded database', () => {
  const config = readConfig({})
  assert.deepEqual(
    [config.listen.host, config.listen.port, config.baseUrl, config.onLoopback, config.secrets.databaseUrl],
    ['127.0.0.1', 3000, 'http://127.0.0.1:3000', true, undefined],
  )
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.secrets))
})

test('a model has limits and prices', () => {
  const model = { MODEL_URL: 'https://models.test/v1', MODEL_NAME: 'a-model' }
  assert.deepEqual(readConfig({ ...model, MODEL_PRICES: '0.15/0.60 USD' }).secrets.model, {
    url: 'https://models.test/v1',
    name: 'a-model',
    key: undefined,
    contextTokens: 32_000,
    tokensPerRun: 2_000_000,
    minutes: 60,
    prices: { input: '0.15', output: '0.60', currency: 'USD' },
  })
  for (const wrong of ['0.15', '0.15/0.60', '0.15/0.60 XXY', '-1/2 USD', '1/2 usd', 'free'])
    assert.match(message({ MODEL_PRICES: wrong }), /MODEL_PRICES: Not prices such as 0\.15\/0\.60 USD/)
  assert.match(message({ MODEL_CONTEXT: '4000' }), /MODEL_CONTEXT/)
  assert.match(message({ MODEL_MINUTES: '1440' }), /MODEL_MINUTES/)
  assert.match(message({ MODEL_TOKENS: '100000' }), /MODEL_TOKENS must be at least 4 × MODEL_CONTEXT/)
})

test('an empty setting counts as not set', () => {
  assert.deepEqual(readConfig({ PORT: '', DATABASE_URL: '', SECRET: '', BASE_URL: '' }), readConfig({}))
})

test('every wrong setting is named at once, and no secret is repeated', () => {
  const wrong = {
    PORT: '70000',
    BASE_URL: 'ftp://wrong.test',
    DATABASE_POOL: '1',
    SECRET: 'told to nobody',
    OWNER_EMAIL: 'wrong',
    OWNER_PASSWORD: 'hunter2',
    LOG_LEVEL: 'wrong',
  }
  const shown = message(wrong)
  for (const name of Object.keys(wrong)) assert.match(shown, new RegExp(`^  ${name}: .+$`, 'm'))
  for (const secret of [wrong.SECRET, wrong.OWNER_PASSWORD]) assert.ok(!shown.includes(secret))
})

test('several secrets are separated by commas, newest first; each wrong list is explained without repeating it', () => {
  const [old, added] = ['told-to-nobody'.repeat(3), 'told-to-no-one'.repeat(3)]
  const secrets = (SECRET: string) => readConfig({ SECRET }).secrets.secret
  assert.deepEqual(secrets(old), [old])
  assert.deepEqual(secrets(`${added}, ${old}`), [added, old])
  assert.deepEqual(secrets(`${added}%2C,${old}`), [`${added},`, old])
  for (const [SECRET, problem] of [
    ['told-to-nobody', 'At least 32 characters'],
    [
      `${added},told-to-nobody`,
      'Each secret needs at least 32 characters. Commas separate secrets; write one in a secret as %2C',
    ],
    [`${added},`, 'One of the secrets is empty'],
    [`,${added}`, 'One of the secrets is empty'],
    [`${added},${old},${added}`, 'A secret is listed twice'],
  ] as const)
    assert.equal(message({ SECRET }), `Settings not valid:\n  SECRET: ${problem}`)
})

test('a PostgreSQL server needs a secret that all nodes share', () => {
  const DATABASE_URL = 'postgres://localhost/aerie'
  assert.match(message({ DATABASE_URL }), /^SECRET is required with DATABASE_URL/)
  const SECRET = 'x'.repeat(32)
  assert.equal(readConfig({ DATABASE_URL, SECRET }).secrets.databaseUrl, DATABASE_URL)
})

test('the address of the database is checked, and no part of its password repeated', () => {
  const SECRET = 'x'.repeat(32)
  for (const DATABASE_URL of ['localhost/aerie', 'postgres://aerie:told-to-nobody/1@db/aerie']) {
    const shown = message({ DATABASE_URL, SECRET })
    assert.match(shown, /^Settings not valid:\n {2}DATABASE_URL: .+$/)
    assert.doesNotMatch(shown, /told-to-nobody/)
  }
})

test('the address of object storage is checked, and read in one form', () => {
  const wrong = {
    '/var/files': /^FILES: Not an address such as s3:\/\/bucket\/prefix/,
    's3://': /^FILES: It does not begin with s3:\/\/ and the name of a bucket/,
    's3://key:hidden@bucket': /^FILES: It contains credentials/,
    's3://bucket?endpoint=ftp://store.test': /^FILES: Its endpoint is not an address/,
    's3://bucket?pathstyle=true': /^FILES: It has the parameter pathstyle/,
    's3://bucket?pathStyle=yes': /^FILES: Its pathStyle is neither/,
    's3://bucket?region=': /^FILES: Its region is not one/,
  }
  for (const [FILES, sentence] of Object.entries(wrong)) {
    const shown = message({ FILES }).replace(/^.*\n */, '')
    assert.match(shown, sentence)
    assert.doesNotMatch(shown, /hidden/)
  }
  const FILES = 's3://bucket/a/b/?pathStyle=true&endpoint=https://store.test/&region=eu-west-1'
  const read = readConfig({ FILES }).files
  assert.equal(read, 's3://bucket/a/b?endpoint=https://store.test&region=eu-west-1&pathStyle=true')
  assert.equal(readConfig({ FILES: read }).files, read)
  assert.equal(readConfig({ FILES: 's3://bucket' }).files, 's3://bucket/')
  assert.equal(readConfig({}).files, 'folder')
})

test('the address that browsers open has no path, because pages cannot be served under one', () => {
  assert.equal(
    readConfig({ BASE_URL: 'https://Aerie.example.org:443/' }).baseUrl,
    'https://aerie.example.org',
  )
  for (const BASE_URL of [
    'https://example.org/aerie',
    'https://example.org/?a=1',
    'https://example.org/#a',
    'https://user:told-to-nobody@example.org',
  ]) {
    const shown = message({ BASE_URL })
    assert.match(shown, /^Settings not valid:\n {2}BASE_URL: Not an address such as .+ Leave out any path/)
    assert.doesNotMatch(shown, /told-to-nobody/)
  }
})

test('hosts to listen on are addresses or names', () => {
  for (const name of ['HOST', 'METRICS_HOST']) {
    for (const host of ['http://localhost', '[::1]', 'localhost:3000', '256.0.0.1'])
      assert.match(message({ [name]: host }), new RegExp(`^  ${name}: Not an IP address or host name`, 'm'))
  }
  assert.equal(readConfig({ HOST: 'fe80::1%eth0' }).baseUrl, 'http://[fe80::1]:3000')
})

test('backups never go into the folder that they back up', () => {
  const DATA_DIR = '/srv/aerie'
  for (const BACKUP_TO of ['/srv/aerie', '/srv/aerie/backups', '/srv', '/srv/../srv/aerie/'])
    assert.match(message({ DATA_DIR, BACKUP_TO }), /^Set BACKUP_TO to a folder outside DATA_DIR/, BACKUP_TO)
  assert.deepEqual(readConfig({ DATA_DIR, BACKUP_TO: '/srv/aerie-backups' }).backups, {
    to: '/srv/aerie-backups',
    at: '02:00',
    keep: 30,
  })
  for (const BACKUP_AT of ['2:00', '24:00', '02:60', 'noon'])
    assert.match(message({ BACKUP_AT }), /BACKUP_AT: Not a time such as 02:00/)
  assert.match(message({ BACKUP_KEEP: '0' }), /BACKUP_KEEP: /)
})

test('the owner needs an address and a password together', () => {
  const [OWNER_EMAIL, OWNER_PASSWORD] = ['Owner@Aerie.test ', 'twelve characters']
  assert.match(message({ OWNER_EMAIL }), /Set both OWNER_EMAIL and OWNER_PASSWORD, or neither/)
  assert.match(message({ OWNER_PASSWORD }), /Set both OWNER_EMAIL and OWNER_PASSWORD, or neither/)
  assert.deepEqual(readConfig({ OWNER_EMAIL, OWNER_PASSWORD }).secrets.owner, {
    email: 'owner@aerie.test',
    password: OWNER_PASSWORD,
    name: 'Owner',
  })
})

test('email and the identity provider need all of their settings, and secrecy on the way', () => {
  const SMTP_URL = 'smtps://aerie:told-to-nobody@mail.example.org'
  const MAIL_FROM = 'Aerie@example.org'
  for (const one of [{ SMTP_URL }, { MAIL_FROM }])
    assert.match(message(one), /Set both SMTP_URL and MAIL_FROM, or neither/)
  assert.deepEqual(readConfig({ SMTP_URL, MAIL_FROM }).secrets.mail, {
    url: SMTP_URL,
    from: 'aerie@example.org',
  })
  for (const wrong of ['https://u:told-to-nobody@mail.example.org', 'told-to-nobody']) {
    const shown = message({ SMTP_URL: wrong, MAIL_FROM })
    assert.match(shown, /^ {2}SMTP_URL: Not an address such as smtps:/m)
    assert.doesNotMatch(shown, /told-to-nobody/)
  }

  const provider = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'aerie', OIDC_CLIENT_SECRET: 'x' }
  assert.equal(readConfig(provider).secrets.identityProvider?.name, 'single sign-on')
  for (const name of Object.keys(provider)) {
    const shown = message({ ...provider, [name]: '' })
    assert.match(shown, /Set all of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or none/)
  }
  for (const OIDC_ISSUER of ['http://id.example.org', 'id.example.org', 'javascript:1']) {
    assert.match(message({ ...provider, OIDC_ISSUER }), /^ {2}OIDC_ISSUER: Not an address such as https:/m)
  }
  const onThisMachine = { ...provider, OIDC_ISSUER: 'http://127.0.0.1:8080/realm' }
  assert.ok(readConfig(onThisMachine).secrets.identityProvider)
})

test('who can reach the server decides whether set-up asks for a code', () => {
  assert.equal(readConfig({ HOST: 'localhost' }).onLoopback, true)
  assert.equal(readConfig({ HOST: '::1' }).baseUrl, 'http://[::1]:3000')
  assert.equal(readConfig({ HOST: '0.0.0.0' }).onLoopback, false)
  assert.equal(readConfig({ BASE_URL: 'https://aerie.example.org/' }).onLoopback, false)
})

test('every secret can come from a file, without the newline at its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-secrets-'))
  try {
    const write = async (name: string, content: string) => {
      await writeFile(join(folder, name), content)
      return join(folder, name)
    }
    const SECRET_FILE = await write('secret', `${' s3cret'.repeat(6)}\n`)
    const DATABASE_URL_FILE = await write('url', 'postgres://aerie:told-to-nobody@db/aerie\r\n\n')
    const OWNER_PASSWORD_FILE = await write('password', 'twelve characters')
    const files = { SECRET_FILE, DATABASE_URL_FILE, OWNER_PASSWORD_FILE, OWNER_EMAIL: 'ada@aerie.test' }
    const { secret, databaseUrl, owner } = readConfig({ ...files, SECRET: '' }).secrets
    assert.deepEqual(
      [secret, databaseUrl, owner?.password],
      [[' s3cret'.repeat(6)], 'postgres://aerie:told-to-nobody@db/aerie', 'twelve characters'],
    )

    const empty = await write('empty', '\n')
    const short = await write('short', 'told-to-nobody')
    for (const name of secretSettings) {
      const file = `${name}_FILE`
      for (const [path, sentence] of [
        [join(folder, 'told-to-nobody'), `${file}: The file does not exist`],
        [folder, `${file}: This is a folder. Name a file`],
        [empty, `${file}: The file is empty`],
      ] as const) {
        assert.equal(message({ [file]: path }), `Settings not valid:\n  ${sentence}`)
      }
      const both = message({ [file]: short, [name]: 'told-to-nobody' })
      assert.match(both, new RegExp(`^  ${name} and ${file}: Set only one of them$`, 'm'))
      assert.doesNotMatch(both, /told-to-nobody/)
    }
    // Validated like the setting itself.
    assert.match(message({ DATABASE_URL_FILE: short }), /^ {2}DATABASE_URL: Not an address/m)
    assert.doesNotMatch(message({ DATABASE_URL_FILE: short }), /told-to-nobody/)
    // Other settings are not secret.
    assert.equal(readConfig({ PORT_FILE: empty }).listen.port, 3000)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the documentation names the settings that can come from a file', async () => {
  const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const [, named = ''] = /^Secrets can come from files: (.*?)\./ms.exec(page) ?? []
  assert.deepEqual(named.match(/[A-Z_]+(?=_FILE)/g), secretSettings)
})

test('a wrong setting ends the start with one sentence and no trace', async () => {
  const error = await startNodeProcess({ LOG_LEVEL: 'loud' }).catch((error: Error) => error)
  assert.ok(error instanceof Error)
  assert.match(error.message, /^The node did not start:\nSettings not valid:\n {2}LOG_LEVEL: .*\n$/)
})

test('the table of settings in docs/operating.md is this one', async () => {
  const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const given = schema.safeParse(undefined).data
    return `| \`${name}\` | ${given === undefined ? '' : `\`${given}\``} | ${schema.description} |`
  })
  assert.deepEqual(
    page.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line)),
    rows,
  )
})
