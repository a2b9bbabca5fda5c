import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createProject, createSource, listSourceFormats, listSources } from '#contract'
import { startTestApp, type TestApp, until } from '#testing'
import { type CommandLine, commandLine } from '../server/testing/command-line.ts'

describe('aerie sources upload', () => {
  let app: TestApp
  let aerie: CommandLine
  let network: Network
  let cwd: string
  let projectId: string
  const upload = (...args: string[]) => ['sources', 'upload', ...args, '--project', projectId]
  const sources = async () => (await app.as('owner').call(listSources, { projectId, limit: 200 })).data
  const write = async (path: string, text: string) => {
    await mkdir(join(cwd, path, '..'), { recursive: true })
    await writeFile(join(cwd, path), text)
  }

  before(async () => {
    app = await startTestApp()
    network = await startNetwork(app.url)
    const { token } = await app.withKey('member')
    aerie = await commandLine({ AERIE_URL: network.url, AERIE_API_KEY: token })
  })
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'aerie-upload-'))
    projectId = (await app.as('owner').call(createProject, { name: 'Interviews' })).id
    network.meddle = () => 'pass'
    network.uploads = []
  })
  after(async () => {
    network.stop()
    await app.stop()
    await aerie.remove()
  })

  test('a file that cannot be uploaded is named, and the others are uploaded', async () => {
    await Promise.all([
      write('a.txt', 'one'),
      write('b/c.md', 'two'),
      write('b/.hidden', '3'),
      write('e.txt', ''),
    ])
    await symlink('nowhere', join(cwd, 'lost.txt'))
    const { maxBytes } = await app.as('owner').call(listSourceFormats)
    await write('large.txt', '')
    await truncate(join(cwd, 'large.txt'), 2 * maxBytes)
    const files = ['a.txt', 'a.txt', 'e.txt', 'large.txt', 'lost.txt', 'b']
    const flat = await aerie.run(upload(...files, '--tag', 'x', '--tag', 'y'), { cwd })
    assert.equal(flat.code, 1)
    assert.equal(flat.stdout, '1 new, 4 failed\n')
    for (const line of [
      'new: a.txt',
      'failed: e.txt is empty',
      'failed: large.txt has 200 MB; the limit is 100 MB',
      'failed: lost.txt does not exist',
      'failed: b is a folder; use --recursive to upload its files',
    ]) {
      assert.ok(flat.stderr.split('\n').includes(line), flat.stderr)
    }
    const [source] = await sources()
    assert.deepEqual([source?.tags, source?.status, source?.mimeType], [['x', 'y'], 'ready', 'text/plain'])

    const deep = await aerie.run(upload('b', '--recursive', '--json', '--external-id-from', 'path'), { cwd })
    assert.equal(deep.code, 0, deep.stderr)
    const line = JSON.parse(deep.stdout)
    assert.deepEqual([line.path, line.outcome, line.error], ['b/c.md', 'new', null])
    assert.equal((await sources())[0]?.externalId, 'b/c.md')
  })

  test('a link to a parent folder is followed once, and a name that is not UTF-8 is reported', async () => {
    await write('b/c.txt', 'one')
    await symlink('..', join(cwd, 'b/up'))
    await writeFile(
      Buffer.concat([Buffer.from(join(cwd, 'b/f')), Buffer.from([0xfc]), Buffer.from('r.txt')]),
      '2',
    )
    const { code, stdout, stderr } = await aerie.run(upload('b', '--recursive'), { cwd })
    assert.deepEqual([code, stdout], [1, '1 new, 1 failed\n'], stderr)
    assert.match(stderr, /^failed: b\/f\uFFFDr\.txt has a name that is not UTF-8$/m)
  })

  test('a tag with a comma would become two, so it is rejected before anything is sent', async () => {
    await write('a.txt', 'one')
    const refused = await aerie.run(upload('a.txt', '--tag', 'x', '--tag', 'Berlin, DE'), { cwd })
    assert.deepEqual([refused.code, refused.stdout, network.uploads.length], [2, '', 0])
    assert.match(refused.stderr, /--tag: Cannot contain a comma when sent with a file/)
    await assert.rejects(
      app
        .as('owner')
        .call(createSource, { projectId, tags: ['Berlin, DE'], file: new File(['one'], 'a.txt') }),
      /tags are separated by commas and cannot contain one/,
    )
    assert.deepEqual(await sources(), [])
  })

  test('changed content with the same external id is a new version, and two files are never mistaken for one', async () => {
    await Promise.all([write('a.txt', 'one'), write('b/a.txt', 'two')])
    const byName = (...files: string[]) => aerie.run(upload(...files, '--external-id-from', 'name'), { cwd })
    assert.equal((await byName('a.txt')).stdout, '1 new\n')
    assert.equal((await byName('a.txt')).stdout, '1 unchanged\n')
    assert.equal((await byName('b/a.txt')).stdout, '1 new version\n')
    const both = await byName('a.txt', 'b/a.txt')
    assert.deepEqual([both.code, both.stdout], [2, ''])
    assert.match(both.stderr, /a\.txt and b\/a\.txt have the same name/)
    assert.equal((await sources()).length, 1)
  })

  test('killed and repeated, it sends only what is missing, and nothing twice', async () => {
    const files = Array.from({ length: 6 }, (_, n) => `${n}.txt`)
    for (const file of files) await write(file, `Interview ${file}`)
    // The server stores the third file, but its response is held back.
    network.meddle = (upload) => (upload === 3 ? 'hold' : 'pass')
    const first = aerie.start(upload(...files, '--concurrency', '1'), { cwd })
    await until(sources, ({ length }) => length === 3)
    first.process.kill('SIGKILL')
    await first.ended
    const second = await aerie.run(upload(...files), { cwd })
    assert.equal(second.stdout, '3 new, 3 unchanged\n', second.stderr)
    assert.equal(network.uploads.length, 6)
    assert.deepEqual((await sources()).map(({ title }) => title).sort(), ['0', '1', '2', '3', '4', '5'])
  })

  test('it waits for the server to read the files, and reports those that it could not read', async () => {
    await Promise.all([write('a.pdf', '%PDF-1.7 and nothing else'), write('b.txt', 'two')])
    const waited = await aerie.run(upload('a.pdf', 'b.txt', '--json'), { cwd })
    assert.equal(waited.code, 1)
    const outcomes = new Map(
      waited.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map(({ path, outcome, error }) => [path, [outcome, error]]),
    )
    assert.deepEqual(outcomes.get('b.txt'), ['new', null])
    assert.equal(outcomes.get('a.pdf')?.[0], 'failed')
    assert.match(outcomes.get('a.pdf')?.[1], /^could not be read\. .*PDF/)
    assert.match(waited.stderr, /^failed: a\.pdf could not be read\./m)
    assert.ok((await sources()).every(({ status }) => status === 'ready' || status === 'failed'))
    await write('c.pdf', '%PDF-1.7 and something else')
    const sent = await aerie.run(upload('c.pdf', '--no-wait'), { cwd })
    assert.deepEqual([sent.code, sent.stdout], [0, '1 new\n'])
  })

  test('an interrupted upload reports its progress', async () => {
    await Promise.all([write('a.txt', 'one'), write('b.txt', 'two')])
    network.meddle = (upload) => (upload === 2 ? 'hold' : 'pass')
    const first = aerie.start(upload('a.txt', 'b.txt', '--concurrency', '1'), { cwd })
    await until(sources, ({ length }) => length === 2)
    first.process.kill('SIGINT')
    const { code, stdout, stderr } = await first.ended
    assert.deepEqual([code, stdout], [130, '1 new, 1 not sent\n'])
    assert.equal(stderr, 'new: a.txt\nRun the same command again to continue.\n')
  })

  test('after a busy server and a lost response it retries with the same Idempotency-Key', async () => {
    await write('a.txt', 'one')
    network.meddle = (upload) => (['busy', 'lose'] as const)[upload - 1] ?? 'pass'
    const { code, stdout, stderr } = await aerie.run(upload('a.txt'), { cwd })
    assert.deepEqual([code, stdout], [0, '1 new\n'], stderr)
    assert.equal(network.uploads.length, 3)
    assert.equal(new Set(network.uploads).size, 1)
    assert.equal((await sources()).length, 1)
  })

  test('a terminal shows progress', async () => {
    await write('a.txt', 'one')
    network.meddle = (upload) => (upload === 1 ? 'hold' : 'pass')
    const { process, stdout, ended } = aerie.start(upload('a.txt'), { cwd, terminal: true })
    await until(
      async () => stdout(),
      (seen) => seen.includes('100 %, 3 B of 3 B, 0 of 1 files'),
    )
    process.kill('SIGKILL')
    await ended
  })
})

type Meddling = 'pass' | 'busy' | 'lose' | 'hold'

/** A proxy between the command line and the server that can fail. */
interface Network {
  url: string
  /** Decides on the n-th upload: it passes, is rejected as busy, or its response is lost or held back. */
  meddle: (upload: number) => Meddling
  /** The Idempotency-Key of each upload. */
  uploads: (string | undefined)[]
  stop(): void
}

async function startNetwork(target: string): Promise<Network> {
  const server = createServer(async (incoming, outgoing) => {
    const isUpload = incoming.method === 'POST'
    if (isUpload) network.uploads.push(incoming.headers['idempotency-key'] as string)
    const meddling = isUpload ? network.meddle(network.uploads.length) : 'pass'
    if (meddling === 'busy') {
      incoming.resume()
      const problem = { type: '/api/docs#busy', title: 'Busy', status: 503, detail: 'Busy.', code: 'busy' }
      outgoing.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '0' })
      return outgoing.end(JSON.stringify(problem))
    }
    const { method, headers, url = '' } = incoming
    const forwarded = request(new URL(url, target), { method, headers })
    incoming.pipe(forwarded)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    if (meddling === 'hold') return answer.resume()
    if (meddling === 'lose') return outgoing.destroy()
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const network: Network = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    meddle: () => 'pass',
    uploads: [],
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  return network
}
