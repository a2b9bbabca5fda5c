import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { bundleCli } from '../../scripts/release/npm-packages.ts'
import { startTestApp, type TestApp } from './app.ts'
import { cached } from './cached.ts'
import { inherited } from './environment.ts'
import { type Ended, type Started, startProgram } from './program.ts'

const sources = [
  '{cli,client,contract}/**/*.ts',
  'scripts/release/npm-packages.ts',
  'package.json',
  'package-lock.json',
]

/** The command line as it is shipped, run as a process of its own with settings of its own. */
export interface CommandLine {
  /** The bundled program. */
  program: string
  /** Runs a command to its end. */
  run(args: string[], how?: How): Promise<Ended>
  /** Starts a command, to be watched and interrupted. */
  start(args: string[], how?: How): Started
  /** Removes what it kept. */
  remove(): Promise<void>
}

export interface How {
  /** Over what the command line was made with; nothing of the tests' own environment is seen. */
  env?: Record<string, string>
  stdin?: string
  cwd?: string
  /** Gives it a terminal of 80 columns for all three streams; all output is then in `stdout`. */
  terminal?: boolean
}

/** @param settings its environment, such as AERIE_URL and AERIE_API_KEY */
export async function commandLine(settings: Record<string, string> = {}): Promise<CommandLine> {
  const program = join(await cached('cli', sources, bundleCli), 'aerie.js')
  const home = await mkdtemp(join(tmpdir(), 'aerie-home-'))

  function start(args: string[], { env, stdin, cwd, terminal }: How = {}): Started {
    const command = [process.execPath, program, ...args]
    return startProgram(terminal ? inTerminal(command) : command, {
      cwd: cwd ?? home,
      env: { ...inherited, HOME: home, TERM: 'xterm', ...settings, ...env },
      ...(stdin !== undefined && { stdin }),
    })
  }
  return {
    program,
    start,
    run: (args, how) => start(args, how).ended,
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

/** Declares tests of the command line, which uses a key of the owner of a node with a new database. */
export function describeCommandLine(
  what: string,
  declare: (app: () => TestApp, run: CommandLine['run']) => void,
): void {
  describe(what, () => {
    let app: TestApp
    let aerie: CommandLine
    before(async () => {
      app = await startTestApp()
      aerie = await commandLine({ AERIE_URL: app.url, AERIE_API_KEY: (await app.withKey('owner')).token })
    })
    after(async () => {
      await app.stop()
      await aerie.remove()
    })
    declare(
      () => app,
      (args, how) => aerie.run(args, how),
    )
  })
}

/** `script` of util-linux, which every Debian has. */
function inTerminal(command: string[]): string[] {
  const quoted = command.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ')
  return ['script', '-qec', `stty cols 80 rows 24; exec ${quoted}`, '/dev/null']
}
