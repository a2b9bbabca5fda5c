import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from '#client'
import {
  applied,
  createProject,
  getHealth,
  getMe,
  getProject,
  getReadiness,
  listProjects,
  updateProject,
} from '#contract'
import {
  assertEndsWithin,
  newInstallation,
  onEachDatabase,
  onPostgres,
  refusal,
  startNodeProcess,
  testInFull,
  until,
} from '#testing'
import packageJson from '../../package.json' with { type: 'json' }
import { startProxy } from '../testing/proxy.ts'
import { inTime } from './service.ts'

onEachDatabase('a node', (app) => {
  test('says that it is well and takes calls', async () => {
    const { uptimeSeconds, ...health } = await app().as('nobody').call(getHealth)
    assert.deepEqual(health, { status: 'ok', database: 'ok', version: packageJson.version })
    assert.ok(uptimeSeconds >= 0)
    assert.deepEqual(await app().as('nobody').call(getReadiness), { ready: true })
  })
})

testInFull('an answer is in time although this process stood still before it could read it', async () => {
  const reading = inTime(readFile(import.meta.filename))
  const end = performance.now() + 2100
  while (performance.now() < end);
  assert.ok(await reading)
})

test('a node that stops says so to load balancers, while it still answers calls', async () => {
  const installation = await newInstallation()
  try {
    const node = await installation.start()
    const stopped = node.stop(3000)
    const ready = await fetch(`${node.address}/api/ready`)
    assert.deepEqual([ready.status, await ready.json()], [503, { ready: false }])
    assert.equal((await node.client.call(getHealth)).status, 'ok')
    await stopped
    await assert.rejects(node.client.call(getHealth), TypeError)
  } finally {
    await installation.remove()
  }
})

onPostgres('a node whose database', (app) => {
  const databaseAt = (port: number) => {
    const url = new URL(app().databaseUrl ?? '')
    url.host = `127.0.0.1:${port}`
    return url.href
  }
  const startBehindProxy = async () => {
    const { hostname, port } = new URL(app().databaseUrl ?? '')
    const proxy = await startProxy({ hostname, port: Number(port) })
    const installation = await newInstallation('postgresql')
    const node = await installation.start({
      DATABASE_URL: databaseAt(proxy.port),
      DATA_DIR: app().dataDir,
    })
    return { proxy, installation, node }
  }

  test('does not answer calls itself degraded after two seconds, and well again when it does', async () => {
    const { proxy, installation, node } = await startBehindProxy()
    try {
      proxy.holdBack()
      const answer = fetch(`${node.address}/api/health`)
      await assertEndsWithin(4000, answer, () => fetch(`${node.address}/api/nothing`))
      const degraded = await answer
      assert.equal(degraded.status, 503)
      const { status, database } = await degraded.json()
      assert.deepEqual([status, database], ['degraded', 'unreachable'])
      const ready = await fetch(`${node.address}/api/ready`)
      assert.deepEqual([ready.status, await ready.json()], [503, { ready: false }])
      proxy.letThrough()
      assert.equal((await node.client.call(getHealth)).status, 'ok')
      assert.deepEqual(await node.client.call(getReadiness), { ready: true })
    } finally {
      await installation.remove()
      await proxy.stop()
    }
  })

  testInFull(
    'never answers again turns callers away within a minute, and goes on once it is back',
    async () => {
      const { token } = await app().withKey('member')
      const { proxy, installation, node } = await startBehindProxy()
      try {
        const { call } = createClient({ baseUrl: node.address, apiKey: token })
        await call(getMe)
        proxy.holdBack()
        for (const operation of [getMe, listProjects]) {
          const started = performance.now()
          await refusal(call(operation, {}), 'busy')
          assert.ok(performance.now() - started < 60_000)
        }
        proxy.letThrough()
        await until(
          () =>
            call(getMe).then(
              () => true,
              () => false,
            ),
          Boolean,
        )
      } finally {
        await installation.remove()
        await proxy.stop()
      }
    },
  )

  testInFull('is locked turns away those who only read, too', async () => {
    const { headers } = app().people.member
    const holder = new pg.Client(app().databaseUrl)
    await holder.connect()
    await holder.query('begin; lock table projects in access exclusive mode')
    const answer = await fetch(`${app().url}/api/projects`, { headers }).finally(() => holder.end())
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1'])
  })

  test('is gone tells callers to come back, and nobody that a key or a session is wrong', async () => {
    const { token } = await app().withKey('member')
    const { headers } = app().people.member
    const { proxy, installation, node } = await startBehindProxy()
    try {
      const asMember = createClient({ baseUrl: node.address, headers })
      const asScript = createClient({ baseUrl: node.address, apiKey: token })
      await Promise.all([asMember.call(getMe), asScript.call(getMe)])
      await proxy.stop()
      assert.equal((await fetch(`${node.address}/api/health`)).status, 503)
      await refusal(asMember.call(getMe), 'busy')
      await refusal(asScript.call(getMe), 'busy')
      const answer = await fetch(`${node.address}/api/me`, { headers: { authorization: `Bearer ${token}` } })
      assert.equal(answer.headers.get('retry-after'), '1')
    } finally {
      await installation.remove()
    }
  })

  /** Starts a node with a call that waits for a row until `release`. */
  async function startHeldUp() {
    const { id: projectId } = await app().as('member').call(createProject, { name: 'Before' })
    const node = await startNodeProcess({ DATABASE_URL: app().databaseUrl ?? '', DATA_DIR: app().dataDir })
    const holder = new pg.Client(app().databaseUrl)
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from projects for update')
    const client = createClient({ baseUrl: node.url, headers: app().people.member.headers })
    const slow = client.call(updateProject, { projectId, name: 'After' })
    slow.catch(() => {})
    await someoneWaits(holder)
    return {
      node,
      slow,
      release: () => holder.query('rollback'),
      name: async () => (await app().as('member').call(getProject, { projectId })).name,
      async remove() {
        await holder.end()
        await node.remove()
      },
    }
  }

  test('holds up a call when it is told to stop answers that call first, and ends with code 0', async () => {
    const { node, slow, release, name, remove } = await startHeldUp()
    try {
      const ended = node.end('SIGTERM')
      // It no longer listens, and still has the call to answer.
      await until(
        () =>
          fetch(node.url).then(
            () => false,
            () => true,
          ),
        (refused) => refused,
      )
      await release()
      assert.equal(applied(await slow).name, 'After')
      const answered = performance.now()
      assert.equal(await ended, 0)
      assert.ok(performance.now() - answered < 15_000, 'the connection of that call held it up')
      assert.equal(await name(), 'After')
    } finally {
      await remove()
    }
  })

  test('holds it up after Ctrl-C says that it stops; npm repeats the signal, which changes nothing', async () => {
    const { node, slow, release, remove } = await startHeldUp()
    try {
      const ended = node.end('SIGINT')
      node.end('SIGINT')
      await until(
        async () => node.output(),
        (output) => output.includes('Aerie is stopping. Press Ctrl-C again to end it immediately.\n'),
      )
      await release()
      assert.equal(applied(await slow).name, 'After')
      assert.equal(await ended, 0)
    } finally {
      await remove()
    }
  })

  test('holds it up ends immediately on a second Ctrl-C', async () => {
    const { node, slow, name, remove } = await startHeldUp()
    try {
      let code: number | null | undefined
      node.ended.then((ended) => {
        code = ended
      })
      // The first counts, those that may be its repetition do not, and a later one ends it.
      await until(
        async () => {
          node.end('SIGINT')
          return code
        },
        (code) => code !== undefined,
      )
      assert.equal(code, 130)
      assert.equal(node.output().split('Aerie is stopping.').length, 2)
      await assert.rejects(slow)
      assert.equal(await name(), 'Before')
    } finally {
      await remove()
    }
  })
})

async function someoneWaits(watcher: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rowCount) return
    await wait(5)
  }
}
