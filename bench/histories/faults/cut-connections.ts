import { type Fault, waitBetween } from './fault.ts'

/** Cuts connections several times: between clients and a node, nodes and PgBouncer, or PgBouncer and PostgreSQL. */
export const cutConnections: Fault = async ({ nodes, pooler, database }, dice) => {
  for (let n = 0; n < 8; n++) {
    dice.pick([...nodes.map(({ proxy }) => proxy), pooler, database]).cut()
    await waitBetween(dice, 50, 500)
  }
}
