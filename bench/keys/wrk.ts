import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Load {
  url: string
  /** Shown in turns; without any, calls carry none. */
  tokens?: string[]
  connections: number
  seconds: number
}

export interface Measured {
  perSecond: number
  /** Milliseconds. */
  median: number
  p99: number
}

/** Calls as fast as they are answered, by `wrk`. @throws Error where one is not answered 2xx */
export async function wrk({ url, tokens = [], connections, seconds }: Load): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'aerie-wrk-'))
  try {
    const script = join(folder, 'calls.lua')
    await writeFile(script, calls(tokens))
    const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '--latency']
    const { stdout } = await promisify(execFile)('wrk', [...load, '-s', script, url])
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk: ${stdout}`)
    const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
    return { perSecond, median: latency(stdout, 50), p99: latency(stdout, 99) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error('This needs wrk: apt-get install wrk', { cause: error })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The requests are written once, so that making them costs the caller nothing. */
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

function latency(stdout: string, part: number): number {
  const [, value, unit] = new RegExp(`^\\s+${part}%\\s+([\\d.]+)(us|ms|s)$`, 'm').exec(stdout) ?? []
  return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's']
}
