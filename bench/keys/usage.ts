import { startNodeProcess } from '#testing'
import { callOf, type Print, type RequestBytes, sendAll } from '../load.ts'
import { startWithKeys } from './installation.ts'

const calls = 1_000_000
const keys = 100
const connections = 16

/** Prints whether the usage of keys is exact after a million calls on three nodes, a tenth of which are refused. */
export async function printUsage(print: Print, databaseUrl: string): Promise<void> {
  await using installation = await startWithKeys(databaseUrl, 1000, keys)
  const { tokens, pool, settings } = installation
  const others = [1, 2].map(() => startNodeProcess({ LOG_LEVEL: 'warn', ...settings }))
  const nodes = [installation.node, ...(await Promise.all(others))]
  const all = tokens.map((token) => ({
    prefix: token.slice(0, 12),
    good: callOf('/api/me', token),
    refused: callOf('/api/nothing', token),
    answers: { good: 0, refused: 0 },
  }))
  const answersTo = new Map(
    all.flatMap(({ good, refused, answers }) => [good, refused].map((call) => [call, answers])),
  )
  const answered = (call: RequestBytes, status: number) => {
    answersTo.get(call)![status < 400 ? 'good' : 'refused']++
  }
  let sent = 0
  const next = () => {
    if (sent === calls) return undefined
    const { good, refused } = all[sent % keys]!
    return Math.floor(sent++ / keys) % 10 === 0 ? refused : good
  }
  const begun = performance.now()
  await Promise.all(nodes.map(({ url }) => sendAll(url, next, answered, connections)))
  const seconds = (performance.now() - begun) / 1000
  for (const node of nodes) await node.end('SIGTERM')

  const { rows } = await pool.query<{ prefix: string; calls: string; refused: string }>(
    `select prefix, sum(calls) as calls, sum(refused_4xx) as refused
     from api_key_usage join api_keys on id = key_id group by prefix`,
  )
  const counted = new Map(rows.map(({ prefix, ...counts }) => [prefix, counts]))
  const wrong = all.filter(({ prefix, answers: { good, refused } }) => {
    const counts = counted.get(prefix)
    return Number(counts?.calls) !== good + refused || Number(counts?.refused) !== refused
  })
  const sum = (count: 'calls' | 'refused') =>
    rows.reduce((sum, row) => sum + Number(row[count]), 0).toLocaleString('en')
  print(
    `usage after ${calls.toLocaleString('en')} calls in ${seconds.toFixed(0)} s with ${keys} keys on ${nodes.length} nodes:` +
      ` ${sum('calls')} counted, ${sum('refused')} of them refused; wrong for ${wrong.length} keys`,
  )
  for (const node of nodes.slice(1)) await node.remove()
}
