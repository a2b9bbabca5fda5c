import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '#client'
import { getHealth } from '#contract'
import { startWithKeys } from './installation.ts'
import { wrk } from './wrk.ts'

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  /** Microseconds before each sample. */
  timeDeltas: number[]
}

/** Returns where a node's time goes while one key calls `GET /api/me` at 128 connections: shares of the time, without idling. */
export async function profile(databaseUrl: string | undefined): Promise<[part: string, share: number][]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'aerie-profile-'))
  const options = `--cpu-prof --cpu-prof-dir=${folder.path}`
  await using keys = await startWithKeys(databaseUrl, 1000, 1, { NODE_OPTIONS: options })
  const { node, url, tokens } = keys
  const { uptimeSeconds } = await createClient({ baseUrl: url }).call(getHealth)
  await wrk({ url: `${url}/api/me`, tokens, connections: 128, seconds: 8 })
  await node.end('SIGTERM')
  const profiles = await Promise.all(
    (await readdir(folder.path)).map(async (name) =>
      JSON.parse(await readFile(join(folder.path, name), 'utf8')),
    ),
  )
  // The main thread has the longest profile.
  return sharesOf(profiles.toSorted((a, b) => b.samples.length - a.samples.length)[0], uptimeSeconds + 1)
}

function sharesOf({ nodes, samples, timeDeltas }: Profile, fromSeconds: number): [string, number][] {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]))
  const counts = new Map<string, number>()
  let at = 0
  for (const [n, sample] of samples.entries()) {
    at += timeDeltas[n]! / 1e6
    const part = parts.get(sample)!
    if (at > fromSeconds && part !== 'idle') counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [...counts].map(([part, count]): [string, number] => [part, count / all]).sort((a, b) => b[1] - a[1])
}

function partOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  if (functionName === '(idle)') return 'idle'
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (url.startsWith('node:')) return `node: ${url.slice('node:'.length).split('/').slice(0, 2).join('/')}`
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url) ?? []
  if (library) return library
  const [, ours] = /\/(server\/[^/]+|contract)\//.exec(url) ?? []
  return ours ?? 'native code: sockets, hashing, the rest of Node'
}
