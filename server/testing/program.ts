import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inherited } from './environment.ts'
import { testSecret } from './settings.ts'

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Started {
  process: ChildProcess
  stdout(): string
  stderr(): string
  ended: Promise<Ended>
}

export interface How {
  /** All that it sees of the environment. */
  env: Record<string, string | undefined>
  stdin?: string
  cwd?: string
}

/** Starts a program, to be watched and interrupted. */
export function startProgram([program = '', ...args]: string[], { env, cwd, stdin = '' }: How): Started {
  const child = spawn(program, args, { env, cwd })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      output[stream] += text
    })
  }
  child.stdin.on('error', () => {}).end(stdin)
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }))
  return { process: child, stdout: () => output.stdout, stderr: () => output.stderr, ended }
}

/** The launcher. It starts the bundle of the server that test runs make, as operators do. */
export const launcher = fileURLToPath(new URL('../../aerie', import.meta.url))

/** Starts `./aerie` with the tests' secret and these settings. */
export function startAerie(
  args: string[],
  settings: Record<string, string | undefined> = {},
  stdin?: string,
): Started {
  return startProgram([launcher, ...args], {
    env: { ...inherited, SECRET: testSecret, ...settings },
    ...(stdin !== undefined && { stdin }),
  })
}
