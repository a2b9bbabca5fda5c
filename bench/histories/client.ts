import type { Caller, Headers } from './caller.ts'
import type { Dice } from './dice.ts'
import type { History } from './history.ts'

/** One of several clients that work at the same time, each with one request at a time. */
export interface Client {
  name: string
  caller: Caller
  dice: Dice
  history: History
  /** Of a key of the owner, which is never revoked. */
  key: Headers
  /** Of a session of the owner, which never ends. */
  session: Headers
}

/** What clients do about one part of a history, and how often in proportion to the rest. */
export interface Part {
  flows: [weight: number, run: (client: Client) => Promise<void>][]
  /** Reads everything once more, when all nodes are running undisturbed. */
  finish(client: Client): Promise<void>
}
