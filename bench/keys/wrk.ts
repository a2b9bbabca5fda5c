import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Load {
  url: string
  /** Used in turn; none by default. */
  tokens?: string[]
  connections: number
  seconds: number
  /** Calls a second, however slow the responses; by default each connection calls again immediately. */
  rate?: number
  /** Whether every call must be refused. */
  refused?: boolean
}

export interface Measured {
  perSecond: number
  /** Milliseconds. */
  median: number
  p99: number
}

/** Calls with `wrk`. @throws Error if a call fails, or if one that must be refused does not */
export async function wrk({
  url,
  tokens = [],
  connections,
  seconds,
  rate,
  refused = false,
}: Load): Promise<Measured> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'aerie-wrk-'))
  try {
    const script = join(folder.path, 'calls.lua')
    await writeFile(script, calls(tokens) + (rate ? pace(rate) : ''))
    const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '--latency']
    const { stdout } = await promisify(execFile)('wrk', [...load, '-s', script, url])
    const of = (what: RegExp) => Number(what.exec(stdout)?.[1] ?? 0)
    const notAnswered = of(/Non-2xx or 3xx responses: (\d+)/)
    const asExpected = notAnswered === (refused ? of(/(\d+) requests in/) : 0)
    if (!asExpected || /Socket errors/.test(stdout)) throw new Error(`wrk: ${stdout}`)
    return {
      perSecond: of(/Requests\/sec:\s+([\d.]+)/),
      median: latency(stdout, 50),
      p99: latency(stdout, 99),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error('This needs wrk: apt-get install wrk', { cause: error })
  }
}

/** Formats the requests in advance, so that they cost the caller nothing. */
function calls(tokens: string[]): string {
  const shown = tokens.length > 0 ? tokens.map((token) => `{Authorization = 'Bearer ${token}'}`) : ['{}']
  return `
local requests, n = {}, 0
function init()
  for _, headers in ipairs({${shown.join(',')}}) do
    requests[#requests + 1] = wrk.format('GET', nil, headers)
  end
end
function request()
  n = n % #requests + 1
  return requests[n]
end`
}

/** Delays each call until it is due. Pacing by Node would take a whole core. */
function pace(rate: number): string {
  return `
local ffi = require('ffi')
ffi.cdef('typedef struct { long s, ns; } timespec; int clock_gettime(int, timespec *);')
local at, due = ffi.new('timespec')
function delay()
  ffi.C.clock_gettime(1, at)
  local now = tonumber(at.s) * 1000 + tonumber(at.ns) / 1e6
  due = (due or now) + ${1000 / rate}
  return math.max(0, due - now)
end`
}

function latency(stdout: string, part: number): number {
  const [, value, unit] = new RegExp(`^\\s+${part}%\\s+([\\d.]+)(us|ms|s)$`, 'm').exec(stdout) ?? []
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's']
}
