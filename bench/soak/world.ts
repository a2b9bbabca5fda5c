import { type Input, type Operation, type Output, type Role, signIn } from '#contract'
import { testOrigin, testPassword } from '#testing'
import { cookieHeader, keepCookies } from '../../server/testing/cookies.ts'
import type { Caller, Credential, Outcome } from './caller.ts'
import type { Effects, Kind } from './effects.ts'
import { pick, Shelf } from './random.ts'

/** A user with a browser. */
export interface Person extends Credential {
  id: string
  email: string
  role: Role
}

/** Something that users do, and how often in proportion to the rest. */
export type Flow = [weight: number, run: () => Promise<unknown>]

/** Returns each flow as often as its weight says, to pick from. */
export const weighted = (flows: Flow[]): Flow[1][] =>
  flows.flatMap(([weight, run]) => Array<Flow[1]>(Math.ceil(weight * 10)).fill(run))

export type World = ReturnType<typeof createWorld>

export function createWorld(caller: Caller, effects: Effects) {
  const people: Person[] = []
  /** Keys that are never revoked. */
  const keys: (Credential & { role: Role; keyId: string })[] = []
  /** Values of path parameters, by their name. */
  const known = new Map<string, Shelf<string>>()

  /** Returns the session or key of someone with permission. */
  function who({ allow, credentials }: Pick<Operation, 'allow' | 'credentials'>): Credential {
    if (allow === 'anyone') return { headers: {} }
    const may = ({ role }: { role: Role }) => allow.includes(role)
    const withKey = credentials === 'any' && Math.random() < 0.7 ? keys.filter(may) : []
    return pick<Credential>(withKey.length > 0 ? withKey : people.filter(may))
  }

  const call = <O extends Operation>(
    operation: O,
    input: Input<O>,
    as: Credential = who(operation),
  ): Promise<Outcome<O>> => caller.call(operation, input, as)

  return {
    caller,
    effects,
    people,
    keys,
    who,
    call,
    /** The known values of a path parameter. */
    known(parameter: string): Shelf<string> {
      const shelf = known.get(parameter) ?? new Shelf<string>(30)
      known.set(parameter, shelf)
      return shelf
    },
    /** Calls, and returns the result; undefined if there is none. */
    async result<O extends Operation>(
      operation: O,
      input: Input<O>,
      as?: Credential,
    ): Promise<Output<O> | undefined> {
      const outcome = await call(operation, input, as)
      return outcome.kind === 'done' ? outcome.result : undefined
    },
    /** Creates something that is found again by its mark, and returns the result; undefined if there is none. */
    async create<O extends Operation>(
      kind: Kind,
      mark: string,
      operation: O,
      input: Input<O>,
      as?: Credential,
    ): Promise<Output<O> | undefined> {
      const outcome = await call(operation, input, as)
      effects.note(kind, mark, 'done', outcome)
      return outcome.kind === 'done' ? outcome.result : undefined
    },
    /** Removes it again. Returns whether that was done. */
    async remove<O extends Operation>(
      kind: Kind,
      mark: string,
      operation: O,
      input: Input<O>,
    ): Promise<boolean> {
      const outcome = await call(operation, input)
      effects.note(kind, mark, 'removed', outcome)
      return outcome.kind.startsWith('done')
    },
    /** Sets a column, such as `patients.city`, of a thing on a shelf to a value that it never had. */
    async set<O extends Operation, Thing extends { id: string }>(
      shelf: Shelf<Thing>,
      column: string,
      operation: O,
      inputOf: (id: string, value: string) => Input<O>,
    ): Promise<void> {
      const thing = shelf.take()
      if (!thing) return
      const value = effects.newMark(column)
      effects.set(column, thing.id, value, await call(operation, inputOf(thing.id, value)))
      shelf.put(thing)
    },
  }
}

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

/** Enters an email address and a password; undefined if that was refused. */
export async function signInAs(
  { call }: World,
  email: string,
  password = testPassword,
): Promise<Browser | undefined> {
  const browser = newBrowser()
  return (await call(signIn, { email, password }, browser)).kind === 'done' ? browser : undefined
}
