import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { newDataDir } from './data-dir.ts'
import { freePort } from './free-port.ts'
import { launcher } from './program.ts'
import { testSettings } from './settings.ts'

/** `./aerie serve` in a process of its own, for tests of signals, crashes and output. */
export interface NodeProcess {
  url: string
  pid: number
  dataDir: string
  /** All that it has written so far, to both streams. */
  output(): string
  /** Sends a signal and waits for the end. Its exit code; null where the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
  /** Settles with the exit code when the process ends, however it does. */
  ended: Promise<number | null>
  /** Kills it where it still runs, and removes its data folder where the caller did not name one. */
  remove(): Promise<void>
}

const startsWithinMs = 5 * 60_000

/**
 * Starts a node and waits until it takes calls. Of the settings, PORT is a free one, BASE_URL, SECRET and LOG_LEVEL have
 * the tests' values and DATA_DIR is a new folder, unless given. An empty value counts as not set.
 *
 * @param command a program that replaces itself with the one it gets as arguments
 * @throws Error with what it wrote where it ends or does not answer in time
 */
export async function startNodeProcess(
  settings: Record<string, string> = {},
  command: string[] = [],
): Promise<NodeProcess> {
  const dataDir = settings.DATA_DIR ?? (await newDataDir(settings.DATABASE_URL))
  const port = Number(settings.PORT) || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const [program, ...args] = [...command, launcher, 'serve']
  const child = spawn(program!, args, {
    // A fresh environment: settings of whoever runs the tests would be obeyed.
    env: {
      PATH: process.env.PATH,
      ...testSettings({ LOG_LEVEL: 'info', ...settings }),
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  // 'close' comes when the streams have ended too, so that `output()` is whole by then.
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', killChild)
    return code as number | null
  })

  const node: NodeProcess = {
    url,
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    end(signal) {
      child.kill(signal)
      return ended
    },
    ended,
    async remove() {
      await node.end('SIGKILL')
      if (!settings.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
    },
  }
  try {
    const deadline = performance.now() + startsWithinMs
    // Says: another might answer on that port. Answers: by then it listens to signals, too.
    while (!output.includes('Aerie is ready') || !(await hasStarted(url))) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('It ended.')
      if (performance.now() > deadline) throw new Error(`It did not answer within ${startsWithinMs} ms.`)
      await wait(25)
    }
  } catch (error) {
    await node.remove()
    throw new Error(`The node did not start:\n${output}`, { cause: error })
  }
  return node
}

/** Returns whether a node is ready, or says why it cannot be. */
const hasStarted = (url: string) =>
  fetch(`${url}/api/ready`).then(
    async (response) => {
      const { ready, reason } = (await response.json()) as { ready: boolean; reason?: string }
      return ready || reason !== undefined
    },
    () => false,
  )
