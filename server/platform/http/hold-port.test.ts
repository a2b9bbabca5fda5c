import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { freePort } from '../../testing/free-port.ts'
import { holdPort } from './hold-port.ts'
import { toListenError } from './listen-error.ts'

const settings = { host: 'HOST', port: 'PORT' }

test('while a node starts, its port is taken and every call is told to come back', async () => {
  const address = { host: '127.0.0.1', port: await freePort(), settings }
  const url = `http://127.0.0.1:${address.port}`
  await using held = await holdPort(address)
  await assert.rejects(holdPort(address), { name: 'ListenError', message: /is in use/ })
  const ready = await fetch(`${url}/api/ready`)
  assert.deepEqual([ready.status, await ready.json()], [503, { ready: false }])
  const call = await fetch(`${url}/api/projects`, { method: 'POST', body: '{}' })
  assert.deepEqual([call.status, call.headers.get('retry-after')], [503, '1'])
  const { code, detail } = await call.json()
  assert.deepEqual([code, detail], ['busy', 'The server is starting. Try again in a moment.'])

  // An open connection does not delay the start.
  const silent = connect(address.port, '127.0.0.1').on('error', () => {})
  await once(silent, 'connect')
  const server = createServer((_request, response) => response.end('started'))
  await held.handOver(({ host, port }) => once(server.listen(port, host), 'listening'))
  assert.equal(await (await fetch(url)).text(), 'started')
  silent.destroy()
  server.close()
  server.closeAllConnections()
})

test('a port that someone else takes during the start is reported in the same way', async () => {
  const address = { host: '127.0.0.1', port: await freePort(), settings }
  await using held = await holdPort(address)
  const other = createServer()
  const taken = held.handOver(async ({ host, port }) => {
    await once(other.listen(port, host), 'listening')
    await once(createServer().listen(port, host), 'listening')
  })
  await assert.rejects(taken, { name: 'ListenError', message: /is in use\. Choose another one with PORT/ })
  other.close()
})

test('errors of addresses name the setting, and other errors stay what they are', () => {
  const at = (code: string, port = 80) =>
    toListenError(Object.assign(new Error('listen'), { code }), { host: 'x', port, settings })
  assert.match(String(at('EACCES')), /This user may not listen on port 80\. .+ PORT\.$/)
  for (const code of ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])
    assert.match(String(at(code)), /HOST: x is not an address of this machine/)
  assert.equal((at('EMFILE') as Error).message, 'listen')
})
