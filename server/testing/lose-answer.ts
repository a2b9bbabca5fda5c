import assert from 'node:assert/strict'
import type { NodeProcess } from './node-process.ts'
import { startProxy } from './proxy.ts'

/** A POST, to be sent with an Idempotency-Key. */
export interface Post {
  path: string
  headers: Record<string, string>
  body: object
  idempotencyKey: string
}

/** Sends it. */
export const post = (url: string, { path, headers, body, idempotencyKey }: Post): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })

/**
 * Kills a node that has done what it was asked to and said so, before anybody heard it. A retry on the node that `start`
 * gives must hear the same. Gives that node, and the answer's body.
 */
export async function loseAnswer(
  node: NodeProcess,
  call: Post,
  start: () => Promise<NodeProcess>,
): Promise<{ node: NodeProcess; body: string }> {
  const proxy = await startProxy({ hostname: '127.0.0.1', port: Number(new URL(node.url).port) })
  const answer = proxy.holdBack()
  const lost = assert.rejects(post(`http://127.0.0.1:${proxy.port}`, call))
  const said = (await answer).toString()
  await node.end('SIGKILL')
  await proxy.stop()
  await lost

  const next = await start()
  const retry = await post(next.url, call)
  const body = await retry.text()
  assert.equal(retry.headers.get('idempotent-replayed'), 'true')
  assert.equal(retry.status, Number(said.slice(9, 12)))
  assert.ok(retry.ok)
  assert.equal(body, said.slice(said.indexOf('\r\n\r\n') + 4))
  return { node: next, body }
}
