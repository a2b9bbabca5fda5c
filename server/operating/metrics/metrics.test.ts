import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { App } from '#app'
import { type Client, createClient } from '#client'
import { createApiKey, createProject, createSource, getMe, getProject, signIn } from '#contract'
import {
  type Installation,
  newInstallation,
  postgres,
  rawCall,
  signInHeaders,
  testOrigin,
  until,
} from '#testing'
import { addPeople } from '../../testing/people.ts'
import { startProxy } from '../../testing/proxy.ts'

describe('metrics', { skip: !postgres && 'needs PostgreSQL' }, () => {
  let installation: Installation
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let app: App & { client: Client }
  let member: Client
  let backups: string
  let cookie: string

  before(async () => {
    installation = await newInstallation('postgresql')
    const address = new URL(installation.databaseUrl ?? '')
    proxy = await startProxy({ port: Number(address.port), hostname: address.hostname })
    address.port = String(proxy.port)
    backups = await mkdtemp(join(tmpdir(), 'aerie-metrics-'))
    app = await installation.start({ METRICS_PORT: '0', DATABASE_URL: address.href, BACKUP_TO: backups })
    const people = await addPeople(app.db)
    member = createClient({ baseUrl: app.address, headers: people.member.headers })
    cookie = people.member.headers.cookie
  })
  after(async () => {
    await installation.remove()
    await proxy.stop().catch(() => {})
    await rm(backups, { recursive: true })
  })

  const scrape = async () => {
    const answer = await fetch(app.metrics ?? '')
    assert.equal(answer.status, 200)
    return answer.text()
  }
  /** The value of one series, as it is written: `aerie_up{label="x"}`. */
  const read = async (series: string) => {
    const line = (await scrape()).split('\n').find((found) => found.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.split(' ').at(-1))
  }

  test('are served on their own address, by GET /metrics and nothing else', async () => {
    const url = new URL(app.metrics ?? '').origin
    assert.match((await rawCall(url, '/metrics')).headers, /content-type: text\/plain; version=0\.0\.4/i)
    for (const [method, path] of [
      ['POST', '/metrics'],
      ['HEAD', '/metrics'],
      ['GET', '/'],
      ['GET', '/metrics/'],
      ['GET', '/api/me'],
    ] as const) {
      assert.equal((await rawCall(url, path, { method })).status, 404, `${method} ${path}`)
    }
    assert.equal((await rawCall(app.address, '/api/metrics')).status, 404)
    assert.doesNotMatch((await rawCall(app.address, '/metrics')).body, /aerie_/)
  })

  test('are those that the alerts and the documents speak of, and no others of ours', async () => {
    const exposed = new Set([...(await scrape()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
    const spokenOf = async (file: string) => {
      const text = await readFile(join(import.meta.dirname, '../../..', file), 'utf8')
      const names = text.match(/\b(aerie|nodejs|process)_[a-z0-9_]+/g) ?? []
      return new Set(names.map((name) => name.replace(/_seconds_(count|bucket|sum)$/, '_seconds')))
    }
    for (const file of ['deploy/prometheus-rules.yml', 'docs/operating.md']) {
      for (const name of await spokenOf(file)) assert.ok(exposed.has(name), `${file}: ${name}`)
    }
    const documented = await spokenOf('docs/operating.md')
    for (const name of exposed) assert.ok(documented.has(name) || !name.startsWith('aerie_'), name)
  })

  test('count calls by operation, and name nothing that a caller chose', async () => {
    const project = await member.call(createProject, { name: 'Measured' })
    await member.call(getProject, { projectId: project.id })
    await member.call(createSource, { projectId: project.id, title: 'One', text: 'Eleven bytes' })
    for (let n = 0; n < 20; n++) {
      await rawCall(app.address, `/api/projects/unknown-${n}`, { headers: { cookie } })
      await rawCall(app.address, `/api/made-up-${n}`)
      await rawCall(app.address, `/made-up-${n}`)
      await rawCall(app.address, '/api/me', { method: ['PUT', 'TRACE', 'PROPFIND'][n % 3] ?? '' })
    }
    const text = await scrape()
    assert.match(text, /aerie_call_seconds_count\{operation="projects\.get",method="GET",status="2xx"\} 1\n/)
    assert.match(text, /aerie_call_seconds_count\{operation="projects\.get",method="GET",status="4xx"\} 20\n/)
    assert.match(text, /aerie_files_written_total 1\n/)
    assert.match(text, /aerie_files_written_bytes_total 12\n/)
    for (const chosen of [project.id, 'unknown-', 'made-up', 'Measured']) assert.ok(!text.includes(chosen))
    const series = text.split('\n').filter((line) => line.startsWith('aerie_call_seconds_count'))
    assert.ok(series.length < 20, series.join('\n'))
  })

  test('count failures of authentication by what was shown, and look-ups of keys', async () => {
    const { token } = await member.call(createApiKey, { name: 'Measured' })
    const before = await read('aerie_key_look_ups_total')
    const email = 'member@aerie.test'
    const headers = { origin: testOrigin, 'content-type': 'application/json' }
    const wrong = JSON.stringify({ email, password: 'not the password' })
    await rawCall(app.address, signIn.path, { method: 'POST', headers, body: wrong })
    const wrongChecksum = `${token.slice(0, 12)}_${'A'.repeat(43)}`
    for (const shown of [
      { authorization: `Bearer ${wrongChecksum}` },
      { cookie: 'aerie.session_token=forged.forged' },
    ] as Record<string, string>[]) {
      assert.equal((await rawCall(app.address, '/api/me', { headers: shown })).status, 401)
    }
    const client = createClient({ baseUrl: app.address, apiKey: token })
    await Promise.all([1, 2, 3].map(() => client.call(getMe)))
    for (const shown of ['password', 'api_key', 'session']) {
      assert.equal(await read(`aerie_authentication_failures_total{shown="${shown}"}`), 1, shown)
    }
    assert.equal(await read('aerie_authentication_failures_total{shown="code"}'), 0)
    assert.equal((await read('aerie_key_look_ups_total'))! - before!, 3)
    await until(
      () => read('aerie_last_used_backlog'),
      (backlog) => backlog === 0,
    )
  })

  test('tell how many calls are being answered, those included that their callers broke off', async () => {
    const headers = {
      cookie,
      origin: testOrigin,
      'content-type': 'application/json',
      'content-length': '100',
    }
    const open = [1, 2, 3].map(() => {
      const call = request(`${app.address}/api/projects`, { method: 'POST', headers }).on('error', () => {})
      call.flushHeaders()
      return call
    })
    const inFlight = () => read('aerie_calls_in_flight')
    await until(inFlight, (calls) => calls === 3)
    for (const call of open) call.destroy()
    await until(inFlight, (calls) => calls === 0)
    await signInHeaders(app.address, 'admin@aerie.test')
    assert.equal(await inFlight(), 0)
  })

  test('tell when the last backup began', async () => {
    const since = Date.now() / 1000
    const at = await until(
      () => read('aerie_backup_last_success_timestamp_seconds'),
      (at) => Boolean(at),
    )
    assert.ok(Math.abs(at! - since) < 600)
  })

  test('tell of the database that it is silent or away, within seconds and without failing', async () => {
    assert.equal(await read('aerie_database_up'), 1)
    assert.equal(await read('aerie_jobs_waiting{queue="audit.seal"}'), 0)
    assert.ok((await read('aerie_audit_unsealed'))! > 0)

    const silent = proxy.holdBack()
    const since = performance.now()
    assert.equal(await read('aerie_database_up'), 0)
    await silent
    assert.ok(performance.now() - since > 1500)
    proxy.letThrough()
    await until(
      () => read('aerie_database_up'),
      (up) => up === 1,
    )

    await proxy.stop()
    const text = await scrape()
    assert.match(text, /^aerie_database_up 0$/m)
    assert.match(text, /^aerie_ready 0$/m)
    assert.doesNotMatch(text, /^aerie_(jobs_waiting|audit_unsealed|jobs_dead_letters)[{ ]/m)
  })
})
