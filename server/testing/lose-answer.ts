import assert from 'node:assert/strict'
import { createClient } from '#client'
import { listProjects } from '#contract'
import type { NodeProcess } from './node-process.ts'
import { startProxy } from './proxy.ts'

/**
 * Kills a node that has made a project and said so, before anybody heard it. A retry on the node that `start` gives must
 * hear the same, and find one project. Gives that node.
 */
export async function loseAnswer(
  node: NodeProcess,
  headers: Record<string, string>,
  start: () => Promise<NodeProcess>,
): Promise<NodeProcess> {
  const proxy = await startProxy({ hostname: '127.0.0.1', port: Number(new URL(node.url).port) })
  const send = (url: string) =>
    fetch(`${url}/api/projects`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'lost answer' },
      body: '{"name":"Made once"}',
    })
  const answer = proxy.holdBack()
  const lost = assert.rejects(send(`http://127.0.0.1:${proxy.port}`))
  const said = (await answer).toString()
  await node.end('SIGKILL')
  await proxy.stop()
  await lost

  const next = await start()
  const retry = await send(next.url)
  assert.equal(retry.headers.get('idempotent-replayed'), 'true')
  assert.equal(retry.status, 201)
  assert.equal(await retry.text(), said.slice(said.indexOf('\r\n\r\n') + 4))
  const { data } = await createClient({ baseUrl: next.url, headers }).call(listProjects, { q: 'Made once' })
  assert.equal(data.length, 1)
  return next
}
