import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  changePassword,
  createApiKey,
  createProject,
  createSource,
  getMe,
  requestPasswordReset,
  resetPassword,
  signIn,
  verifyRecoveryCode,
  verifyTotp,
} from '#contract'
import { type NodeProcess, postgres, startNodeProcess, testPassword, until } from '#testing'
import { freePort } from '../server/testing/free-port.ts'
import { haproxyIsThere, howToGetHaproxy, startHaproxy } from '../server/testing/haproxy.ts'

const skip = !postgres ? 'needs PostgreSQL' : !haproxyIsThere && `needs ${howToGetHaproxy}`
const email = 'owner@aerie.test'

interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

describe('two nodes behind HAProxy with deploy/haproxy.cfg', { skip }, () => {
  let folder: string
  let databaseUrl: string
  let origin: string
  let plain: string
  let haproxy: Awaited<ReturnType<typeof startHaproxy>>
  let ports: [number, number]
  let nodes: [NodeProcess, NodeProcess]
  let cookie: string
  let knownBrowser = ''
  let token: string
  const agents: Agent[] = []
  const agent = agentOf(4)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-haproxy-'))
    databaseUrl = await postgres!.createDatabase()
    ports = [await freePort(), await freePort()]
    const [http, https] = [await freePort(), await freePort()]
    plain = `http://127.0.0.1:${http}`
    origin = `https://127.0.0.1:${https}`
    nodes = await Promise.all([start(0), start(1)])
    const certificate = await makeCertificate(folder)
    haproxy = await startHaproxy('haproxy.cfg', {
      'bind :80': `bind 127.0.0.1:${http}`,
      'bind :443': `bind 127.0.0.1:${https}`,
      '/etc/haproxy/aerie.pem': certificate,
      '127.0.0.1:3001': `127.0.0.1:${ports[0]}`,
      '127.0.0.1:3002': `127.0.0.1:${ports[1]}`,
      // Only root can become another user.
      ...(process.getuid?.() !== 0 && { '  user haproxy\n': '', '  group haproxy\n': '' }),
    })
    await until(
      () =>
        call('GET', '/api/ready').then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 200,
    )
    const signedIn = await post(signIn.path, { email, password: testPassword })
    assert.equal(signedIn.status, 200)
    const cookies = [signedIn.headers['set-cookie']].flat().map((set) => set?.split(';')[0] ?? '')
    cookie = cookies[0] ?? ''
    knownBrowser = cookies[1] ?? ''
    const made = await post(createApiKey.path, { name: 'Behind HAProxy' }, { headers: { cookie } })
    token = JSON.parse(made.body.toString()).token
  })
  after(async () => {
    for (const each of agents) each.destroy()
    await haproxy?.stop()
    await Promise.all(nodes.map((node) => node.remove()))
    await postgres!.dropDatabase(databaseUrl)
    await rm(folder, { recursive: true })
  })

  function start(at: 0 | 1): Promise<NodeProcess> {
    const owner = { OWNER_EMAIL: email, OWNER_PASSWORD: testPassword }
    const shared = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), BASE_URL: origin }
    return startNodeProcess({ ...owner, ...shared, PORT: String(ports[at]), LOG_LEVEL: 'silent' })
  }

  function agentOf(maxSockets: number): Agent {
    const made = new Agent({ keepAlive: true, maxSockets, rejectUnauthorized: false })
    agents.push(made)
    return made
  }

  /** From an address of this machine's own network, of which each is another source for HAProxy. */
  async function call(
    method: string,
    path: string,
    { from = '127.0.0.1', body, ...options }: RequestOptions & { from?: string; body?: Buffer } = {},
  ): Promise<Answered> {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>()
    const sent = request(`${origin}${path}`, { method, localAddress: from, agent, ...options }, (answer) => {
      const { statusCode: status = 0, headers } = answer
      buffer(answer).then((found) => resolve({ status, headers, body: found }), reject)
    })
    sent.on('error', reject).end(body)
    return promise
  }

  function post(path: string, body: object, { headers, ...options }: Parameters<typeof call>[2] = {}) {
    const all = { origin, 'content-type': 'application/json', ...headers }
    return call('POST', path, { ...options, headers: all, body: Buffer.from(JSON.stringify(body)) })
  }

  const withKey = (key = token) => ({ authorization: `Bearer ${key}` })
  const statusOf = async (answer: Promise<Answered>) => (await answer).status

  test('people are led to https, and secrets go nowhere without it', async () => {
    const answer = await fetch(`${plain}/sign-in?x=1`, { redirect: 'manual' })
    assert.equal(answer.status, 308)
    assert.match(answer.headers.get('location') ?? '', /^https:\/\/127\.0\.0\.1:\d+\/sign-in\?x=1$/)
    assert.match(cookie, /^__Host-/)
    assert.equal(await statusOf(call('GET', getMe.path, { headers: { cookie } })), 200)
  })

  test('who keeps trying wrong keys is turned away; sessions there, and everyone elsewhere, go on', async () => {
    const from = '127.0.0.2'
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) {
      statuses.push(await statusOf(call('GET', getMe.path, { from, headers: withKey(`${token}x`) })))
    }
    assert.deepEqual([statuses.indexOf(429), new Set(statuses)], [31, new Set([401, 429])])
    const refused = await call('GET', getMe.path, { from, headers: withKey() })
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60'])
    assert.equal(JSON.parse(refused.body.toString()).status, 429)
    assert.equal(await statusOf(call('GET', getMe.path, { from, headers: { cookie } })), 200)
    assert.equal(await statusOf(call('GET', getMe.path, { from: '127.0.0.3', headers: withKey() })), 200)
    assert.equal(await statusOf(call('GET', getMe.path, { from: '127.0.0.3', headers: { cookie } })), 200)
  })

  test('passwords and codes can be wrong ten times a minute', async () => {
    const wrong = 'not the password, by some way'
    const tries = [
      [signIn.path, { email, password: wrong }],
      [signIn.path.replace('email', '%65mail'), { email, password: wrong }],
      [verifyTotp.path, { code: '000000' }],
      [verifyRecoveryCode.path, { code: 'aaaaa-aaaaa' }],
      [resetPassword.path, { token: 'x'.repeat(43), newPassword: wrong }],
      [requestPasswordReset.path, { email }],
      [changePassword.path, { currentPassword: wrong, newPassword: wrong }],
    ] as const
    // One after the other, so that the attempts of each fall into one minute.
    for (const [at, [path, body]] of tries.entries()) {
      const from = `127.0.1.${at + 1}`
      const headers = path === changePassword.path ? { cookie } : {}
      const answers: string[] = []
      for (let n = 0; n < 13; n++) {
        const { status, headers: answered } = await post(path, body, { from, headers })
        answers.push(`${status} ${answered['retry-after']}`)
      }
      // Aerie itself lets guesses wait, with other times.
      assert.equal(answers.indexOf('429 60'), 11, `${path}: ${answers}`)
    }
    // The right one at once from elsewhere, and as often as an office does.
    const headers = { cookie: knownBrowser }
    const right = () =>
      statusOf(post(signIn.path, { email, password: testPassword }, { from: '127.0.0.4', headers }))
    for (let n = 0; n < 12; n++) assert.equal(await right(), 200)
  })

  test('nodes come, drain and die under load without a failed call', async () => {
    let stop = false
    let calls = 0
    const failures: unknown[] = []
    const own = agentOf(8)
    const load = Array.from({ length: 8 }, async (_, worker) => {
      for (let n = 0; !stop; n++) {
        const headers = { ...withKey(), 'idempotency-key': `${worker}-${n}` }
        const sent =
          n % 4
            ? call('GET', getMe.path, { headers, agent: own })
            : post(createProject.path, { name: `${worker}-${n}` }, { headers, agent: own })
        const status = await statusOf(sent).catch((error: Error) => error.message)
        if (status !== 200 && status !== 201) failures.push(status)
        calls++
        await wait(5)
      }
    })
    const upOf = async (name: string, up: boolean) =>
      until(
        async () => haproxy.output(),
        (said) => lastSaid(said, name) === up,
      )

    assert.equal(await nodes[0].end('SIGTERM'), 0)
    assert.deepEqual(failures, [])
    nodes[0] = await start(0)
    await upOf('node1', true)
    await nodes[1].end('SIGKILL')
    await upOf('node2', false)
    nodes[1] = await start(1)
    await upOf('node2', true)
    stop = true
    await Promise.all(load)
    assert.deepEqual(failures, [])
    assert.ok(calls > 100, String(calls))
  })

  test('large uploads and events pass', async () => {
    // Of no test before: HAProxy closes what was idle for long, maybe while a call begins on it.
    const own = { agent: agentOf(4) }
    const { id: projectId } = JSON.parse(
      (await post(createProject.path, { name: 'Large' }, { headers: { cookie }, ...own })).body.toString(),
    )
    const form = new FormData()
    form.append('file', new Blob([Buffer.alloc(30_000_000, 'A line of a long interview.\n')]), 'long.txt')
    const encoded = new Response(form)
    const uploaded = await call('POST', createSource.path.replace(':projectId', projectId), {
      headers: { ...withKey(), 'content-type': encoded.headers.get('content-type') ?? '' },
      body: Buffer.from(await encoded.arrayBuffer()),
      ...own,
    })
    assert.equal(uploaded.status, 202, uploaded.body.toString())

    const skills = JSON.parse(
      (await call('GET', '/api/skills', { headers: { cookie }, ...own })).body.toString(),
    )
    const { name } = skills.data.find(
      (skill: { builtIn?: boolean; kind?: string }) => skill.builtIn !== false,
    )
    const run = await post(`/api/skills/${name}/runs`, { projectId }, { headers: { cookie }, ...own })
    const { id } = JSON.parse(run.body.toString())
    const events = await call('GET', `/api/skill-runs/${id}/events`, { headers: { cookie }, ...own })
    assert.equal(events.headers['content-type'], 'text/event-stream')
    assert.match(events.body.toString(), /^: connected\n\nevent: run\ndata: \{/)
  })
})

/** What HAProxy said last of a server; undefined where it said nothing yet. */
function lastSaid(output: string, server: string): boolean | undefined {
  const said = [...output.matchAll(new RegExp(`Server nodes/${server} is (UP|DOWN)`, 'g'))].at(-1)?.[1]
  return said === undefined ? undefined : said === 'UP'
}

/** A certificate that nobody trusts, and its key, in one file. */
async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate, both] = ['key.pem', 'certificate.pem', 'aerie.pem'].map((name) =>
    join(folder, name),
  )
  const { status, stderr } = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=127.0.0.1',
      '-days',
      '2',
      '-keyout',
      key!,
      '-out',
      certificate!,
    ],
    { encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr)
  await writeFile(both!, (await readFile(certificate!, 'utf8')) + (await readFile(key!, 'utf8')), {
    mode: 0o600,
  })
  return both!
}
