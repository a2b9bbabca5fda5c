import { type ErrorCode, type Input, type Operation, type Output, type Role, signIn } from '#contract'
import { testOrigin, testPassword } from '#testing'
import { cookieHeader, keepCookies } from '../../server/testing/cookies.ts'
import { type Credential, createCaller, type LastCalls } from './caller.ts'
import type { Request } from './checks/linearize.ts'
import type { Called } from './checks/observed.ts'
import type { Kind, State } from './checks/records.ts'
import { createDice, Shelf } from './dice.ts'
import { type History, newHistory } from './history.ts'
import type { Installation } from './installation.ts'

/** A user with a browser. */
export interface Person extends Credential {
  userId: string
  email: string
  role: Role
}

/** What all clients know. */
export interface World extends Pick<Installation, 'nodes' | 'mail' | 'provider'> {
  history: History
  /** Users whose sessions never end. */
  people: Person[]
  /** Keys that are never revoked. Some of them are for one node. */
  keys: (Credential & { role: Role; keyId: string })[]
  /** Values of path parameters, by their name. */
  known(parameter: string): Shelf<string>
  newMark(prefix: string): string
  lastCalls: LastCalls
  /** The operations that were done. */
  done: Set<string>
}

export function createWorld({ nodes, mail, provider }: Installation): World {
  const shelves = new Map<string, Shelf<string>>()
  let marks = 0
  return {
    nodes,
    mail,
    provider,
    history: newHistory(),
    people: [],
    keys: [],
    known(parameter) {
      const shelf = shelves.get(parameter) ?? new Shelf<string>(30)
      shelves.set(parameter, shelf)
      return shelf
    },
    newMark: (prefix) => `${prefix}-${++marks}-storm`,
    lastCalls: new Map(),
    done: new Set(),
  }
}

/** What clients do about one part of the product, and how often in proportion to the rest. */
export interface Part {
  flows: Flow[]
  /** Reads everything once more, when all nodes are running undisturbed. */
  finish?(client: Client): Promise<void>
}

export type Flow = [weight: number, run: (client: Client) => Promise<unknown>]

/** One of several clients that work at the same time, each with one request at a time. */
export type Client = ReturnType<typeof createClientOf>

/** @param isPatient whether it repeats all calls until there is a response */
export function createClientOf(world: World, name: string, seed: number, isPatient = false) {
  const { people, keys, history, nodes, lastCalls, done } = world
  const dice = createDice(seed)
  const caller = createCaller(nodes, history, dice, lastCalls)

  /** Returns the session or key of someone with permission. */
  function who({ allow, credentials }: Pick<Operation, 'allow' | 'credentials'>): Credential {
    if (allow === 'anyone') return { headers: {} }
    const may = ({ role }: { role: Role }) => allow.includes(role)
    const withKey = credentials === 'any' && dice.chance(0.7) ? keys.filter(may) : []
    return dice.pick<Credential>(withKey.length > 0 ? withKey : people.filter(may))
  }

  /** @param expected the only errors that the call deserves; by default, those of its domain */
  async function call<O extends Operation>(
    operation: O,
    input: Input<O>,
    as: Credential = who(operation),
    expected?: readonly ErrorCode[],
    isPatientNow = isPatient,
  ): Promise<Called<Output<O>>> {
    const called = await caller.call(operation, input, as, { expected, isPatient: isPatientNow })
    if (called.answer?.kind === 'done') done.add(operation.id)
    return called
  }

  /** Creates or removes something that is found again by its mark, and returns the result; undefined if there is none. */
  async function change<O extends Operation>(
    state: State,
    kind: Kind,
    mark: string,
    operation: O,
    input: Input<O>,
    as?: Credential,
  ): Promise<Output<O> | undefined> {
    const called = await call(operation, input, as)
    history.records.note(kind, mark, state, called)
    return resultOf(called)
  }

  return {
    ...world,
    name,
    dice,
    who,
    call,
    result: async <O extends Operation>(operation: O, input: Input<O>, as?: Credential) =>
      resultOf(await call(operation, input, as)),
    /** Repeats a call until it is done. @throws Error if it is refused, or never done */
    async certainly<O extends Operation>(operation: O, input: Input<O>, as?: Credential): Promise<Output<O>> {
      const { answer } = await call(operation, input, as, [], true)
      if (answer?.kind === 'done') return answer.result
      throw new Error(`${operation.id} was never done: ${answer?.code}`)
    },
    change,
    /** Sets a column, such as `items.name`, of a thing on a shelf to a value that it never had. */
    async set<O extends Operation, Thing extends { id: string }>(
      shelf: Shelf<Thing>,
      column: string,
      operation: O,
      inputOf: (id: string, value: string) => Input<O>,
    ): Promise<void> {
      const thing = shelf.take(dice)
      if (!thing) return
      const value = world.newMark(column)
      history.records.set(column, thing.id, value, await call(operation, inputOf(thing.id, value)))
      shelf.put(thing)
    },
    /** Signs in with an email address and a password; undefined if that was refused. */
    async signIn(email: string, password = testPassword): Promise<Browser | undefined> {
      const browser = newBrowser()
      return resultOf(await call(signIn, { email, password }, browser)) && browser
    },
  }
}

const resultOf = <Result>({ answer }: Called<Result>): Result | undefined =>
  answer?.kind === 'done' ? answer.result : undefined

/** A browser that keeps its cookies. */
export function newBrowser() {
  const cookies = new Map<string, string>()
  const headers: Record<string, string> = { origin: testOrigin, 'user-agent': 'Firefox on Linux' }
  const onResponse = (response: Response) => {
    keepCookies(cookies, response)
    headers.cookie = cookieHeader(cookies)
  }
  return { headers, onResponse }
}

export type Browser = ReturnType<typeof newBrowser>

/** Searching through longer histories of a record, or through more lost requests, takes too long. */
const [mostRequests, mostLost] = [150, 6]

/** Keeps a few records in use, so that requests for one overlap, and replaces them after a while. */
export function createPool<Used extends { requests: Request<unknown>[] }>(
  inUse: number,
  add: (client: Client) => Promise<Used>,
) {
  const all: Used[] = []
  const isOld = ({ requests }: Used) =>
    requests.length > mostRequests || requests.filter(({ certain }) => !certain).length > mostLost
  return {
    all,
    async any(client: Client): Promise<Used> {
      const old = all.findIndex(isOld)
      if (old >= 0) all.splice(old, 1)
      if (all.length < inUse) all.push(await add(client))
      return client.dice.pick<Used>(all)
    },
  }
}

export type Pool<Used extends { requests: Request<unknown>[] }> = ReturnType<typeof createPool<Used>>
