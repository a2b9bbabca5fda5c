import { join } from 'node:path'
import { sha256 } from '../server/api-keys/token.ts'
import { lookUp } from '../server/api-keys/verify.ts'
import type { Postgres } from '../server/testing/postgres.ts'
import { printFlood } from './keys/flood.ts'
import { type Keys, startWithKeys } from './keys/installation.ts'
import { profile } from './keys/profile.ts'
import { printUsage } from './keys/usage.ts'
import { type Load, type Measured, wrk } from './keys/wrk.ts'
import { median, type Print, rounds } from './load.ts'
import { installedPeer } from './peers.ts'
import { openPostgres } from './postgres.ts'
import { startProgram } from './program.ts'
import { runPgbench } from './provider/pgbench.ts'

const runs = 5
const seconds = 3
const used = 1000
const connectionCounts = [16, 128]
const sizes = { small: 1000, large: 1_000_000 }

/**
 * The cost of a key: calls of `GET /api/me` with one, against Fastify alone, the same server's calls without a key,
 * better-auth's verification and the bare look-up in PostgreSQL; whether bad keys slow good ones; where the time goes; and
 * whether the usage is exact. All on one machine in one run, the callers too: read the ratios, not the numbers.
 */
export async function keys(print: Print): Promise<void> {
  await using postgres = await openPostgres()
  for (const kind of ['postgresql', 'embedded'] as const) {
    const newDatabase = async () => (kind === 'postgresql' ? postgres.createDatabase() : undefined)
    print(`${kind}, medians of ${runs} alternated runs of ${seconds} s`)
    await measure(print, postgres, newDatabase)
    print('where the time of a call with a key goes, at 128 connections')
    for (const [part, share] of await profile(await newDatabase())) {
      if (share >= 0.01) print(`  ${(share * 100).toFixed(0).padStart(3)} %  ${part}`)
    }
  }
  await printUsage(print, await postgres.createDatabase())
}

/** Whether the usage of keys is exact, alone. */
export async function usage(print: Print): Promise<void> {
  await using postgres = await openPostgres()
  await printUsage(print, await postgres.createDatabase())
}

/** Whether bad keys slow good ones, alone, on PostgreSQL. */
export async function flood(print: Print): Promise<void> {
  await using postgres = await openPostgres()
  await using node = await startWithKeys(await postgres.createDatabase(), sizes.small, 1)
  const load = { tokens: node.tokens, url: `${node.url}/api/me`, connections: 128, seconds }
  await wrk(load)
  await printFlood(print, node, (await wrk(load)).perSecond)
}

interface Target extends Omit<Load, 'connections' | 'seconds'> {
  name: string
}

async function measure(
  print: Print,
  postgres: Postgres,
  newDatabase: () => Promise<string | undefined>,
): Promise<void> {
  await using bare = await startServer(join(import.meta.dirname, 'keys'), ['bare-server.ts'])
  const url = await newDatabase()
  await using small = await startWithKeys(url, sizes.small, used)
  await using large = await startWithKeys(await newDatabase(), sizes.large, used)
  await using smallPeer = await startBetterAuth(await newDatabase(), sizes.small)
  await using largePeer = await startBetterAuth(await newDatabase(), sizes.large)
  const me = ({ url, tokens }: Keys) => ({ url: `${url}/api/me`, tokens })
  const targets: Target[] = [
    { name: 'Fastify alone, static', url: bare.line },
    { name: 'no key: GET /api/ready', url: `${small.url}/api/ready` },
    ...inBoth('', me(small), me(large)),
    ...inBoth('better-auth, ', smallPeer, largePeer),
  ]
  for (const connections of connectionCounts) {
    const headings = ['calls/s', 'median', '99th', 'of Fastify', 'of no key']
    print(`${`at ${connections} connections`.padEnd(38)}${inColumns(headings)}`)
    const calls = targets.map((load) => (seconds: number) => wrk({ ...load, connections, seconds }))
    for (const call of calls) await call(1)
    const measured = await rounds(
      runs,
      calls.map((call) => () => call(seconds)),
    )
    const medianOf = (figure: keyof Measured) =>
      measured.map((results) => median(results.map((result) => result[figure])))
    const [rates, medians, p99s] = [medianOf('perSecond'), medianOf('median'), medianOf('p99')]
    for (const [at, { name }] of targets.entries()) {
      const shares = [0, 1].map((of) => (rates[at]! / rates[of]!).toFixed(2))
      const figures = [count(rates[at]!), ms(medians[at]!), ms(p99s[at]!), ...shares]
      print(`  ${name.padEnd(36)}${inColumns(figures)}`)
    }
    const of = (figures: number[], name: string) =>
      figures[targets.findIndex((target) => target.name === name)]!
    const ours = of(rates, oneIn('', sizes.small))
    const against = ours / of(rates, oneIn('better-auth, ', sizes.small))
    print(`  one key against better-auth: ${against.toFixed(1)} times`)
    for (const rows of Object.values(sizes)) {
      const [rate, p99] = [rates, p99s].map(
        (figures) => of(figures, manyIn('', rows)) / of(figures, oneIn('', rows)),
      )
      print(
        `  1,000 keys against one, among ${count(rows)}: ${rate!.toFixed(2)} of the rate, ${p99!.toFixed(1)} times the 99th percentile`,
      )
    }
    if (connections !== 128) continue
    if (url) await printLookUp(print, postgres, url, small.tokens[0]!, ours)
    await printFlood(print, small, ours)
  }
}

type Known = Pick<Keys, 'url' | 'tokens'>
const oneIn = (who: string, rows: number) => `${who}one key among ${count(rows)}`
const manyIn = (who: string, rows: number) => `${who}1,000 keys among ${count(rows)}`

function inBoth(who: string, small: Known, large: Known): Target[] {
  return [[small, sizes.small] as const, [large, sizes.large] as const].flatMap(([{ url, tokens }, rows]) => [
    { name: oneIn(who, rows), url, tokens: tokens.slice(0, 1) },
    { name: manyIn(who, rows), url, tokens },
  ])
}

const startServer = (cwd: string, args: string[]) =>
  startProgram(process.execPath, args, { cwd, env: { PATH: process.env.PATH, NODE_ENV: 'production' } })

/** Starts better-auth's own verification of a key, its rate limit off, in a process that does nothing else. */
async function startBetterAuth(databaseUrl: string | undefined, rows: number): Promise<Keys> {
  const settings = ['server.js', databaseUrl ?? '', String(rows), String(used)]
  const server = await startServer(await installedPeer('better-auth'), settings)
  const { url, keys } = JSON.parse(server.line) as { url: string; keys: string[] }
  return { ...server, url, tokens: keys }
}

/** The statement that recognizes a key, for one key at a time, as fast as PostgreSQL's own client sends it. */
async function printLookUp(
  print: Print,
  postgres: Postgres,
  url: string,
  token: string,
  capacity: number,
): Promise<void> {
  const hash = `array['\\x${sha256(token)}'::bytea]`
  const script = `${lookUp.text.replaceAll(/\s+/g, ' ').replace('$1', hash)};`
  const [lookUps = []] = await rounds(runs, [() => runPgbench(postgres, url, [script], seconds)])
  const share = (capacity / median(lookUps)).toFixed(2)
  print(
    `  the look-up alone, by pgbench, a key at a time: ${count(median(lookUps))}/s; calls with a key: ${share} of that`,
  )
}

const inColumns = (figures: string[]) => figures.map((figure) => figure.padStart(11)).join('')
const count = (value: number) => Math.round(value).toLocaleString('en')
const ms = (value: number) => `${value.toFixed(2)} ms`
