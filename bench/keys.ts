import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hashToken } from '../server/api-keys/token.ts'
import { lookUp } from '../server/api-keys/verify.ts'
import { howToGetPostgres, type Postgres, startPostgres } from '../server/testing/postgres.ts'
import { startBetterAuth } from './keys/better-auth.ts'
import { printFlood } from './keys/flood.ts'
import { type Keys, startWithKeys } from './keys/installation.ts'
import { startProgram } from './keys/process.ts'
import { profile } from './keys/profile.ts'
import { type Load, type Measured, wrk } from './keys/wrk.ts'
import { median } from './load.ts'

const rounds = 5
const seconds = 3
const used = 1000
const connectionCounts = [16, 128]
const sizes = { small: 1000, large: 1_000_000 }

/**
 * What a key costs: calls of `GET /api/me` with one, against the same server's calls without, against better-auth's
 * verification, and against the bare look-up in PostgreSQL; whether bad keys slow good ones; and where the time goes. All
 * on one machine in one run, the callers too: read the ratios, not the numbers.
 */
export async function keys(print: (line: string) => void): Promise<void> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  try {
    for (const kind of ['postgresql', 'embedded'] as const) {
      const newDatabase = async () => (kind === 'postgresql' ? postgres.createDatabase() : undefined)
      print(`${kind}, medians of ${rounds} alternated runs of ${seconds} s`)
      await measure(print, postgres, newDatabase)
      print('where the time of a call with a key goes, at 128 connections')
      for (const [part, share] of await profile(await newDatabase())) {
        if (share >= 0.01) print(`  ${(share * 100).toFixed(0).padStart(3)} %  ${part}`)
      }
    }
  } finally {
    await postgres.stop()
  }
}

interface Target extends Omit<Load, 'connections' | 'seconds'> {
  name: string
}

async function measure(
  print: (line: string) => void,
  postgres: Postgres,
  newDatabase: () => Promise<string | undefined>,
): Promise<void> {
  const opened: { remove(): Promise<void> }[] = []
  const open = async <Thing extends { remove(): Promise<void> }>(starting: Promise<Thing>) => {
    const thing = await starting
    opened.push(thing)
    return thing
  }
  try {
    const bare = await open(startProgram(['bare-server.ts'], join(import.meta.dirname, 'keys')))
    const url = await newDatabase()
    const small = await open(startWithKeys(url, sizes.small, used))
    const large = await open(startWithKeys(await newDatabase(), sizes.large, used))
    const theirs = {
      small: await open(startBetterAuth(await newDatabase(), sizes.small, used)),
      large: await open(startBetterAuth(await newDatabase(), sizes.large, used)),
    }
    const me = ({ url, tokens, ...keys }: Keys) => ({ ...keys, url: `${url}/api/me`, tokens })
    const targets: Target[] = [
      { name: 'Fastify alone, static', url: bare.line },
      { name: 'no key: GET /api/ready', url: `${small.url}/api/ready` },
      ...inBoth('', me(small), me(large)),
      ...inBoth('better-auth, ', theirs.small, theirs.large),
    ]
    for (const connections of connectionCounts) {
      print(`at ${connections} connections${' '.repeat(26)}calls/s   median      99th   of no key`)
      const results = await alternated(targets, connections)
      const noKey = results[1]!.perSecond
      results.forEach(({ perSecond, median, p99 }, at) => {
        const figures = [count(perSecond), ms(median), ms(p99), (perSecond / noKey).toFixed(2)]
        print(`  ${targets[at]!.name.padEnd(36)}${figures.map((figure) => figure.padStart(10)).join('')}`)
      })
      const of = (name: string) => results[targets.findIndex((target) => target.name === name)]!.perSecond
      print(
        `  one key against better-auth: ${(of(oneIn('', sizes.small)) / of(oneIn('better-auth, ', sizes.small))).toFixed(1)} times;` +
          ` 1,000 keys among 1,000,000 against among 1,000: ${(of(manyIn('', sizes.large)) / of(manyIn('', sizes.small))).toFixed(2)}`,
      )
      if (connections === 128) await further(print, postgres, url, small, of(oneIn('', sizes.small)))
    }
  } finally {
    for (const { remove } of opened.reverse()) await remove()
  }
}

const oneIn = (who: string, rows: number) => `${who}one key among ${count(rows)}`
const manyIn = (who: string, rows: number) => `${who}1,000 keys among ${count(rows)}`

function inBoth(who: string, small: Omit<Keys, 'remove'>, large: Omit<Keys, 'remove'>): Target[] {
  return [[small, sizes.small] as const, [large, sizes.large] as const].flatMap(([{ url, tokens }, rows]) => [
    { name: oneIn(who, rows), url, tokens: tokens.slice(0, 1) },
    { name: manyIn(who, rows), url, tokens },
  ])
}

/** The median of each figure of each target, over rounds in which all take turns. */
async function alternated(targets: Target[], connections: number): Promise<Measured[]> {
  const runs: Measured[][] = targets.map(() => [])
  for (const { url, tokens } of targets) await wrk({ url, tokens: tokens ?? [], connections, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    for (const [at, { url, tokens }] of targets.entries())
      runs[at]!.push(await wrk({ url, tokens: tokens ?? [], connections, seconds }))
  }
  return runs.map((measured) => ({
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    median: median(measured.map(({ median }) => median)),
    p99: median(measured.map(({ p99 }) => p99)),
  }))
}

/** The bare look-up, and the flood of bad keys. */
async function further(
  print: (line: string) => void,
  postgres: Postgres,
  databaseUrl: string | undefined,
  node: Keys,
  capacity: number,
): Promise<void> {
  if (databaseUrl) {
    const [token = ''] = node.tokens
    const lookUps: number[] = []
    for (let round = 0; round < rounds; round++) lookUps.push(await pgbench(postgres, databaseUrl, token))
    const share = (capacity / median(lookUps)).toFixed(2)
    print(
      `  the look-up alone, by pgbench, a key at a time: ${count(median(lookUps))}/s; calls with a key: ${share} of that`,
    )
  }
  await printFlood(print, node, capacity)
}

/** The flood alone, on PostgreSQL. */
export async function flood(print: (line: string) => void): Promise<void> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  try {
    const node = await startWithKeys(await postgres.createDatabase(), sizes.small, 1)
    const load = { ...node, url: `${node.url}/api/me`, connections: 128, seconds }
    await wrk(load)
    await printFlood(print, node, (await wrk(load)).perSecond)
    await node.remove()
  } finally {
    await postgres.stop()
  }
}

/** The statement that recognises a key, for one key at a time, as fast as PostgreSQL's own client asks it. */
async function pgbench(postgres: Postgres, url: string, token: string): Promise<number> {
  const script = join(tmpdir(), `aerie-look-up-${process.pid}.sql`)
  const hash = `array['\\x${hashToken(token).toString('hex')}'::bytea]`
  await writeFile(script, `${lookUp.text.replaceAll(/\s+/g, ' ').replace('$1', hash)};\n`)
  try {
    const settings = ['-n', '-M', 'prepared', '-c', '16', '-T', String(seconds), '-f', script, url]
    const { stdout } = await promisify(execFile)(join(postgres.binDir, 'pgbench'), settings)
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    await rm(script)
  }
}

const count = (value: number) => Math.round(value).toLocaleString('en')
const ms = (value: number) => `${value.toFixed(2)} ms`
