import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { createApiKey, createProject } from '#contract'
import { bearer, type NodeProcess, onPostgres, rawCall, startNodeProcess } from '#testing'
import { residentMegabytes } from '../resident.ts'

const megabyte = 1_000_000

onPostgres('callers who do not behave', (app) => {
  async function withNode(test: (node: NodeProcess, token: string) => Promise<void>): Promise<void> {
    const node = await startNodeProcess({
      DATABASE_URL: app().databaseUrl!,
      DATA_DIR: app().dataDir,
      LOG_LEVEL: 'warn',
    })
    const { token } = await app().as('member').call(createApiKey, { name: 'Meanwhile' })
    try {
      await test(node, token)
    } finally {
      await node.remove()
    }
  }
  const others = async (node: NodeProcess, token: string) => {
    for (let n = 0; n < 20; n++)
      assert.equal((await rawCall(node.url, '/api/me', { headers: bearer(token) })).status, 200)
  }

  test('hundreds who never finish what they say keep nobody from being answered', () =>
    withNode(async (node, token) => {
      const bodyBegun = `POST /api/projects HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{"name":`
      const slow = await Promise.all(
        Array.from({ length: 400 }, async (_, n) => {
          const socket = await connected(node)
          socket.write(n % 2 ? 'GET /api/me HTTP/1.1\r\nx-slow: ' : bodyBegun)
          return socket
        }),
      )
      const reader = await connected(node)
      reader.pause()
      for (let n = 0; n < 200; n++) reader.write('GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n')
      await others(node, token)
      for (const socket of [...slow, reader]) socket.destroy()
      await others(node, token)
      assert.equal(await node.end('SIGTERM'), 0)
    }))

  test('bodies of 100 MB where no file belongs are refused at once, and take no memory', () =>
    withNode(async (node, token) => {
      await others(node, token)
      const before = residentMegabytes(node.pid)
      const announced = `POST /api/projects HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${100 * megabyte}\r\n\r\n`
      const patient = await answered(node, (socket) => socket.write(announced))
      assert.match(patient, /^HTTP\/1.1 413 /)
      const body = Array(100).fill(Buffer.alloc(megabyte, ' '))
      const hasty = Array.from({ length: 10 }, () =>
        answered(node, (socket) => {
          socket.write(announced)
          // It breaks off where the server has closed the connection.
          pipeline(Readable.from(body), socket).catch(() => {})
        }),
      )
      // Who goes on sending may find the connection closed before having read why.
      for (const answer of await Promise.all(hasty)) assert.match(answer, /^(HTTP\/1.1 413 |$)/)
      await others(node, token)
      const grown = residentMegabytes(node.pid) - before
      assert.ok(grown < 100, `It grew by ${grown} MB`)
    }))

  test('a file of 100 MB is taken in without being held in memory, and one byte more is refused', () =>
    withNode(async (node, token) => {
      const { id } = await app().as('member').call(createProject, { name: 'Large' })
      await others(node, token)
      const before = residentMegabytes(node.pid)
      const upload = async (bytes: number) => {
        const body = new FormData()
        body.append('file', new Blob([Buffer.alloc(bytes, 'x')]), 'large.bin.zip')
        const headers = bearer(token)
        const answer = await fetch(`${node.url}/api/projects/${id}/sources`, {
          method: 'POST',
          headers,
          body,
        })
        return [answer.status, (await answer.json()).code] as const
      }
      assert.deepEqual(await upload(100 * megabyte + 1), [413, 'payload_too_large'])
      const [status] = await upload(100 * megabyte)
      assert.ok(status === 202 || status === 415 || status === 422, `${status}`)
      const grown = residentMegabytes(node.pid) - before
      assert.ok(grown < 150, `It grew by ${grown} MB`)
    }))
})

async function connected(node: NodeProcess): Promise<Socket> {
  const { hostname, port } = new URL(node.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** What is answered first, empty where the connection is closed instead. */
async function answered(node: NodeProcess, send: (socket: Socket) => unknown): Promise<string> {
  const socket = await connected(node)
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.setEncoding('latin1').once('data', (text: string) => resolve(text))
  socket.once('close', () => resolve(''))
  send(socket)
  return promise.finally(() => socket.destroy())
}
