import { type NodeProcess, startNodeProcess } from '#testing'
import { startProxy, type Proxy as TcpProxy } from '../../server/testing/proxy.ts'
import { residentMegabytes } from '../../server/testing/resident.ts'
import { median } from '../load.ts'
import type { Life } from './checks/observed.ts'

/** A node behind a proxy, whose address stays the same when the node is started again. */
export interface Node {
  url: string
  proxy: TcpProxy
  process: NodeProcess
  life: Life
}

export interface Nodes {
  /** The first is never killed, so that its memory can be watched. */
  nodes: Node[]
  /** Sentences about what must not happen, such as a node that ends by itself. */
  failures: string[]
  /** Kills a node, and starts it again, with settings of its own. */
  kill(node: Node, whileDown: () => Promise<void>, own?: Record<string, string>): Promise<void>
  /** All lines of errors that nodes have logged. */
  errors(): string[]
  /** Compares the memory of the first node early and late in its life. */
  growth(): { summary: string; grows: boolean }
  /** Stops all as an operator does. */
  end(): Promise<void>
}

export const hostname = '127.0.0.1'
const sampleEveryMs = 2_000

/** Starts nodes that run until `opened` is disposed. */
export async function startNodes(
  opened: AsyncDisposableStack,
  count: number,
  settingsOf: (node: number) => Record<string, string>,
): Promise<Nodes> {
  const failures: string[] = []
  const expected = new Set<NodeProcess>()
  /** Of the nodes that were killed. */
  const logs: string[] = []
  const samples: number[] = []

  async function start(at: number, own: Record<string, string> = {}): Promise<NodeProcess> {
    const process = await startNodeProcess({ ...settingsOf(at), ...own })
    void process.ended.then((code) => {
      if (!expected.has(process))
        failures.push(`A node ended with ${code}:\n${process.output().slice(-2000)}`)
    })
    return process
  }

  const addressOf = ({ url }: NodeProcess) => ({ hostname, port: Number(new URL(url).port) })
  const remove = (process: NodeProcess) => {
    expected.add(process)
    return process.remove()
  }

  async function add(at: number): Promise<Node> {
    const process = await start(at)
    const proxy = await startProxy(addressOf(process))
    const url = `http://${hostname}:${proxy.port}`
    const node = { url, proxy, process, life: { isKilled: false } }
    opened.defer(() => remove(node.process))
    opened.defer(() => proxy.stop())
    return node
  }

  // The first prints the setup code.
  const first = await add(0)
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, n) => add(n + 1)))
  const nodes = [first, ...others]
  const sampling = setInterval(() => samples.push(residentMegabytes(first.process.pid)), sampleEveryMs)
  opened.defer(() => clearInterval(sampling))

  return {
    nodes,
    failures,
    async kill(node, whileDown, own) {
      node.life.isKilled = true
      await remove(node.process)
      logs.push(node.process.output())
      await whileDown()
      node.process = await start(nodes.indexOf(node), own)
      node.proxy.leadTo(addressOf(node.process))
      node.life = { isKilled: false }
    },
    errors: () =>
      [...logs, ...nodes.map(({ process }) => process.output())]
        .flatMap((log) => log.split('\n'))
        .filter((line) => /^\{"level":[56]0.*\}$/.test(line)),
    growth: () => growthOf(samples),
    async end() {
      clearInterval(sampling)
      const ends = nodes.map(async ({ process }) => {
        expected.add(process)
        const code = await process.end('SIGTERM')
        if (code !== 0) failures.push(`A node ended with ${code}`)
      })
      await Promise.all(ends)
    },
  }
}

/** Rarely used modules are loaded when they are first used. */
const [fewestSamples, warmUp] = [50, 0.3]
/** V8 and the allocator hold some memory from one minute to the next. */
const grownAtMost = 1.15

/** Compares the megabytes of the first and the last third of a life, after a warm-up. */
function growthOf(samples: number[]): { summary: string; grows: boolean } {
  const steady = samples.slice(Math.floor(samples.length * warmUp))
  const third = Math.floor(steady.length / 3)
  if (third < fewestSamples) return { summary: 'too short to compare', grows: false }
  const [first, last] = [median(steady.slice(0, third)), median(steady.slice(-third))]
  return {
    summary: `${first} MB in the first third, ${last} MB in the last`,
    grows: last > first * grownAtMost,
  }
}
