import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { type Client, createClient } from '#client'
import { readConfig } from '#config'
import {
  createApiKey,
  createProject,
  createSource,
  createTracker,
  getTracker,
  getTrackerResults,
  listSources,
} from '#contract'
import {
  databaseKinds,
  type NodeProcess,
  postgres,
  signInHeaders,
  startNodeProcess,
  testPassword,
  testSettings,
  until,
} from '#testing'
import { openInstallation } from '../../../operating/commands/installation.ts'
import { verifyCommand } from '../../../operating/commands/verify.ts'
import { newDataDir } from '../../../testing/data-dir.ts'
import { random } from '../../../testing/random.ts'
import { textFile } from '../testing/uploads.ts'

const sources = 600
const broken = 6
const kills = 6
const callers = 8
const phrase = 'slow delivery'
const email = 'owner@aerie.test'

/** Source `n` has so many mentions; every hundredth cannot be read. */
const mentionsOf = (n: number): number => (isBroken(n) ? 0 : n % 4)
const isBroken = (n: number): boolean => n % (sources / broken) === 7

for (const kind of databaseKinds)
  describe(`many uploads to a node that is killed again and again, ${kind}`, {
    skip: kind === 'postgresql' && !postgres && 'needs PostgreSQL',
  }, () => {
    test('are all read once, and their mentions follow each other without gaps', async () => {
      const seed = Math.floor(Math.random() * 2 ** 31)
      const next = random(seed)
      await using installation = await newInstallation(kind)
      const { projectId, trackerId } = installation
      const ids = new Map<number, string>()
      const left = Array.from({ length: sources }, (_, n) => n)
      const uploads = Array.from({ length: callers }, async () => {
        for (let n = left.pop(); n !== undefined; n = left.pop())
          ids.set(n, await installation.persist((client) => upload(client, projectId, n!)))
      })
      const seen: string[] = []
      let cursor: string | undefined
      const follow = async () => {
        const { data, ...page } = await installation.persist((client) =>
          client.call(getTrackerResults, { trackerId, limit: 200, ...(cursor && { after: cursor }) }),
        )
        seen.push(...data.map(({ id }) => id))
        cursor = page.cursor ?? cursor
        return data.length
      }
      // Each when so many sources are accepted: in the midst of reading others.
      const moments = Array.from({ length: kills }, () => Math.floor(next() * sources)).sort((a, b) => a - b)
      for (const moment of moments) {
        await until(follow, () => ids.size > moment)
        await installation.kill()
      }
      await Promise.all(uploads)

      const counts = await until(
        () =>
          installation.persist(
            async (client) => (await client.call(listSources, { projectId, limit: 1 })).counts,
          ),
        ({ queued, extracting }) => queued + extracting === 0,
      )
      assert.deepEqual(
        counts,
        { queued: 0, extracting: 0, ready: sources - broken, failed: broken },
        `${seed}`,
      )
      while ((await follow()) > 0);
      assert.equal(new Set(ids.values()).size, sources)
      assert.equal(new Set(seen).size, seen.length, `a mention comes twice: seed ${seed}`)
      const wanted = Array.from(ids.keys(), mentionsOf).reduce((sum, mentions) => sum + mentions, 0)
      const { mentions } = await installation.persist(
        async (client) => (await client.call(getTracker, { trackerId })).counts,
      )
      assert.deepEqual([seen.length, mentions], [wanted, wanted], `seed ${seed}`)
      await installation.verify()
    })
  })

async function upload(client: Client, projectId: string, n: number): Promise<string> {
  const externalId = `review-${n}`
  const text = `Review ${n}. ${`There was a ${phrase}. `.repeat(mentionsOf(n))}${'Words without end. '.repeat(n % 60)}`
  const body = isBroken(n)
    ? { file: new File([`%PDF-1.7 of ${n}`], `${n}.pdf`) }
    : n % 2
      ? { title: externalId, text }
      : { file: textFile(`${n}.txt`, text) }
  const { id } = await client.call(createSource, { projectId, externalId, ...body })
  return id
}

/** A node with a project and a tracker, and calls that are repeated until they reach it. */
async function newInstallation(kind: (typeof databaseKinds)[number]) {
  const DATABASE_URL = kind === 'postgresql' ? await postgres!.createMigratedDatabase() : ''
  const settings = { DATABASE_URL, DATA_DIR: await newDataDir(DATABASE_URL || undefined) }
  const start = () => startNodeProcess({ ...settings, OWNER_EMAIL: email, OWNER_PASSWORD: testPassword })
  let node: NodeProcess = await start()
  let starting: Promise<unknown> = Promise.resolve()
  const owner = createClient({ baseUrl: node.url, headers: await signInHeaders(node.url, email) })
  const { token: apiKey } = await owner.call(createApiKey, { name: 'Script' })
  const { id: projectId } = await owner.call(createProject, { name: 'Reviews' })
  const { id: trackerId } = await owner.call(createTracker, {
    projectId,
    name: 'Slow',
    phrases: [{ text: phrase }],
  })
  return {
    projectId,
    trackerId,
    async persist<T>(call: (client: Client) => Promise<T>): Promise<T> {
      for (;;) {
        const used = node
        try {
          return await call(createClient({ baseUrl: used.url, apiKey }))
        } catch (error) {
          await starting
          if (node === used) throw error
        }
      }
    },
    async kill() {
      starting = node.end('SIGKILL').then(async () => {
        node = await start()
      })
      await starting
    },
    async verify() {
      await node.end('SIGTERM')
      const installation = await openInstallation(readConfig(testSettings(settings)))
      try {
        await verifyCommand.run(installation, { files: 'yes', mentions: 'yes' })
      } finally {
        await installation.db.close()
      }
    },
    async [Symbol.asyncDispose]() {
      await node.remove()
      if (DATABASE_URL) await postgres!.dropDatabase(DATABASE_URL)
      await rm(settings.DATA_DIR, { recursive: true, force: true })
    },
  }
}
