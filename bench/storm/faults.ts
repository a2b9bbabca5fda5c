import { setTimeout as wait } from 'node:timers/promises'
import type { ObjectStorage } from '../../server/platform/files/testing/object-storage.ts'
import type { Proxy as TcpProxy } from '../../server/testing/proxy.ts'
import { clockShiftedBy } from '../../server/testing/shifted-clock.ts'
import type { Dice } from './dice.ts'
import type { Nodes } from './nodes.ts'

/** Disturbs an installation for a few seconds, and returns once everything works again. */
export type Fault = (dice: Dice) => Promise<void>

/** Waits for a random time. */
export const waitBetween = (dice: Dice, leastMs: number, mostMs: number): Promise<void> =>
  wait(dice.between(leastMs, mostMs))

/** What happens to nodes, to their connections and to the object store, one at a time. @param proxies of the database */
export function faultsOfNodes(
  { nodes, kill }: Nodes,
  proxies: TcpProxy[],
  storage: ObjectStorage,
): Record<string, Fault> {
  const killed = (dice: Dice) => dice.pick(nodes.slice(1))
  return {
    'node killed': (dice) => kill(killed(dice), () => waitBetween(dice, 0, 1000)),
    /** What the node had begun continues after others have worked on the same records. */
    async 'node stopped and continued'(dice) {
      const { pid } = dice.pick(nodes).process
      process.kill(pid, 'SIGSTOP')
      try {
        await waitBetween(dice, 500, 4000)
      } finally {
        process.kill(pid, 'SIGCONT')
      }
    },
    /** Between clients and a node, nodes and PgBouncer, or PgBouncer and PostgreSQL. */
    async 'connections cut'(dice) {
      for (let n = 0; n < 8; n++) {
        dice.pick([...nodes.map(({ proxy }) => proxy), ...proxies]).cut()
        await waitBetween(dice, 50, 500)
      }
    },
    /** The node does what it is asked to do, and nobody learns of it. */
    async 'answers lost'(dice) {
      for (let n = 0; n < 4; n++) {
        const { proxy } = dice.pick(nodes)
        void proxy.holdBack()
        await waitBetween(dice, 200, 800)
        proxy.cut()
        proxy.letThrough()
      }
    },
    async 'clock of a node wrong'(dice) {
      const node = killed(dice)
      const ms = Math.round(dice.between(20_000, 240_000)) * dice.pick([1, -1])
      await kill(node, async () => {}, clockShiftedBy(ms))
      await waitBetween(dice, 1000, 3000)
      await kill(node, async () => {})
    },
    /** About half of the requests to the object store fail. */
    async 'object store failing'(dice) {
      storage.meddle = () => (dice.chance(0.5) ? dice.pick(['unavailable', 'cut', 'corrupt'] as const) : null)
      await waitBetween(dice, 2000, 4000)
      storage.meddle = () => null
    },
  }
}
