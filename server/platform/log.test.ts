import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { createClient } from '#client'
import { createApiKey, createInvitation, createProject, listAuditLog } from '#contract'
import { onPostgres, rawCall, startNodeProcess, type TestApp, until } from '#testing'
import { startProxy } from '../testing/proxy.ts'

interface Line {
  level: number
  time: number
  msg: string
  [fact: string]: unknown
}

/** The lines of a log; whatever is no object on a line of its own is an error. */
const linesOf = (output: string): Line[] => {
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line))
}

test('each entry is one object on one line, whatever a caller put into it, with its time and level', () => {
  const forged = 'x\n{"level":30,"time":0,"msg":"forged"}\r\n\u2028\u001b[2K'
  const program = `
    const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)})
    const forged = ${JSON.stringify(forged)}
    createLog('info').error({ err: Object.assign(new Error(forged), { detail: 'Key (email)=(ada@aerie.test)' }) }, forged)
    createLog('info').debug({}, 'left out')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const [entry, ...others] = stdout.trimEnd().split('\n')
  assert.deepEqual(others, [])
  const { level, time, msg, err } = JSON.parse(entry ?? '')
  assert.deepEqual([level, msg, err.message], [50, forged, forged])
  assert.ok(Math.abs(Date.now() - time) < 60_000)
  // PostgreSQL quotes what was sent.
  assert.ok(!stdout.includes('ada@aerie.test'))
})

onPostgres('the log of calls', (app) => {
  test('has who was refused what, and why by status; callers without credentials are counted', async () => {
    const node = await startNodeProcess({ DATABASE_URL: app().databaseUrl ?? '', DATA_DIR: app().dataDir })
    try {
      const { token } = await app().withKey('member')
      const key = createClient({ baseUrl: node.url, apiKey: token })
      const calls = [
        key.call(createInvitation, { email: 'friend@aerie.test', role: 'admin' }),
        key.call(listAuditLog),
        key.call(createApiKey, { name: 'Another' }),
        key.call(createProject, { name: '' }),
      ]
      assert.ok((await Promise.allSettled(calls)).every(({ status }) => status === 'rejected'))
      await rawCall(node.url, '/api/me')
      await node.end('SIGTERM')

      const lines = linesOf(node.output())
      const facts = lines
        .filter(({ msg }) => msg === 'call')
        .filter(({ apiKey }) => apiKey === prefixOf(token))
      assert.deepEqual(
        facts.map(({ method, route, status, userId }) => [method, route, status, userId]).sort(),
        [
          ['GET', '/api/audit-log', 403, idOf(app())],
          ['POST', '/api/api-keys', 403, idOf(app())],
          ['POST', '/api/invitations', 403, idOf(app())],
          ['POST', '/api/projects', 422, idOf(app())],
        ],
      )
      assert.equal(lines.find(({ msg }) => msg === 'unauthenticated calls')?.calls, 1)
    } finally {
      await node.remove()
    }
  })

  test('has no line for each check of a load balancer, but one when the result changes', async () => {
    const { hostname, port } = new URL(app().databaseUrl ?? '')
    const proxy = await startProxy({ hostname, port: Number(port) })
    const behind = new URL(app().databaseUrl ?? '')
    behind.host = `127.0.0.1:${proxy.port}`
    const node = await startNodeProcess({ DATABASE_URL: behind.href, DATA_DIR: app().dataDir })
    try {
      const checkAs = (status: number) =>
        until(
          async () => (await fetch(`${node.url}/api/health`)).status,
          (answered) => answered === status,
        )
      for (let n = 0; n < 3; n++) {
        await checkAs(200)
        await fetch(`${node.url}/api/ready`, { method: 'HEAD' })
      }
      proxy.holdBack()
      for (let n = 0; n < 2; n++) await checkAs(503)
      proxy.letThrough()
      for (let n = 0; n < 2; n++) await checkAs(200)
      await fetch(`${node.url}/api/ready`, { method: 'POST' })
      await node.end('SIGTERM')

      const checks = linesOf(node.output()).filter(({ route }) => /ready|health/.test(String(route)))
      assert.deepEqual(
        checks.map(({ method, route, status }) => [method, route, status]),
        [
          ['GET', '/api/health', 503],
          ['GET', '/api/health', 200],
          ['POST', '/api/ready', 405],
        ],
      )
    } finally {
      await node.remove()
      await proxy.stop()
    }
  })
})

const idOf = (app: TestApp) => app.people.member.id
const prefixOf = (token: string) => token.split('_', 2).join('_')
