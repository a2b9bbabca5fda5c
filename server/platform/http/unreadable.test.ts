import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { answerUnreadable } from './unreadable.ts'

test('what cannot be read is answered once, however many pieces arrive', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => {
    client.destroy()
    server.close()
  })
  const [socket] = (await once(server, 'connection')) as [Socket]
  // Before Node stops listening to a socket, it reports each piece.
  for (let piece = 0; piece < 20; piece++) answerUnreadable({ code: 'HPE_INVALID_METHOD' }, socket)
  assert.ok(socket.listenerCount('finish') <= 2, `${socket.listenerCount('finish')} listeners`)
  const answer = await text(client)
  assert.equal(answer.match(/HTTP\/1\.1 400 /g)?.length, 1)
})
