import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '#client'
import { createApiKey, setUp } from '#contract'
import { signInHeaders, startNodeProcess } from '#testing'
import { hashToken, issueToken } from '../server/api-keys/token.ts'
import { lookUp } from '../server/api-keys/verify.ts'
import { howToGetPostgres, type Postgres, startPostgres } from '../server/testing/postgres.ts'
import { callOf, callsPerSecond, latencies, median, percentile } from './load.ts'

const rounds = 3
const seconds = 5

/**
 * What a key costs: calls with one against calls without and against the bare look-up in PostgreSQL, and whether bad
 * keys slow good ones. All on one machine in one run, the client too: read the ratios, not the numbers.
 */
export async function keys(print: (line: string) => void): Promise<void> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error(`This needs ${howToGetPostgres}`)
  const databaseUrl = await postgres.createDatabase()
  const node = await startNodeProcess({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', BASE_URL: '' })
  try {
    const token = await makeKey(node.url)
    const ready = callOf('/api/ready')
    const me = callOf('/api/me', token)
    await callsPerSecond(node.url, me, 2)

    const bare: number[] = []
    const keyed: number[] = []
    const lookUps: number[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(await callsPerSecond(node.url, ready, seconds))
      keyed.push(await callsPerSecond(node.url, me, seconds))
      lookUps.push(await pgbench(postgres, databaseUrl, token))
    }
    const capacity = median(keyed)
    print(`GET /api/ready, no key          ${perSecond(median(bare))}`)
    print(`GET /api/me with a key          ${perSecond(capacity)}  ${ratio(capacity, median(bare))} of that`)
    print(
      `the look-up alone, by pgbench   ${perSecond(median(lookUps))}  calls with a key: ${ratio(capacity, median(lookUps))} of that`,
    )

    const rate = capacity / 5
    // Made before, since the caller shares the machine with the server.
    const bad = Array.from({ length: 10_000 }, () => callOf('/api/me', issueToken().token))
    let sent = 0
    const quiet: number[] = []
    const flooded: number[] = []
    for (let round = 0; round < rounds; round++) {
      quiet.push(percentile(await latencies(node.url, () => me, rate, seconds), 0.99))
      const [good] = await Promise.all([
        latencies(node.url, () => me, rate, seconds),
        latencies(node.url, () => bad[sent++ % bad.length]!, rate, seconds),
      ])
      flooded.push(percentile(good, 0.99))
    }
    print(`99th percentile of good calls at ${perSecond(rate).trim()}`)
    print(`  alone                         ${median(quiet).toFixed(2)} ms`)
    print(
      `  with as many bad keys         ${median(flooded).toFixed(2)} ms  ${ratio(median(flooded), median(quiet))} of that`,
    )
  } finally {
    await node.remove()
    await postgres.stop()
  }
}

async function makeKey(url: string): Promise<string> {
  const owner = { email: 'owner@aerie.test', password: 'a password for measuring' }
  await createClient({ baseUrl: url }).call(setUp, { name: 'Owner', ...owner })
  const { cookie } = await signInHeaders(url, owner.email, owner.password)
  const client = createClient({ baseUrl: url, headers: { cookie, origin: url } })
  return (await client.call(createApiKey, { name: 'Measured' })).token
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

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')} a second`.padStart(17)
const ratio = (value: number, of: number) => `${(value / of).toFixed(2)}`
