import { type Operation, type Role, signIn } from '#contract'
import { testOrigin, testPassword } from '#testing'
import type { Caller, Credential } from './caller.ts'
import type { Effects } from './effects.ts'

/** Someone with a browser. */
export interface Person extends Credential {
  id: string
  email: string
  role: Role
}

/** Things to do something with; what is taken is nobody else's until it is given back. */
export class Shelf<Thing> {
  readonly #things: Thing[] = []
  readonly #most: number

  constructor(most = 200) {
    this.#most = most
  }

  put(thing: Thing): void {
    this.#things.push(thing)
    if (this.#things.length > this.#most) this.take()
  }

  any(): Thing | undefined {
    return this.#things[Math.floor(Math.random() * this.#things.length)]
  }

  take(): Thing | undefined {
    return this.#things.splice(Math.floor(Math.random() * this.#things.length), 1)[0]
  }
}

/** Something that people do, and how often in proportion. */
export interface Flow {
  weight: number
  run(): Promise<void>
}

export interface World {
  caller: Caller
  effects: Effects
  people: Person[]
  /** Keys that stay. */
  keys: (Credential & { role: Role; keyId: string })[]
  /** Someone who may, with a session or a key. */
  who(operation: Pick<Operation, 'allow' | 'credentials'>): Credential
}

export function createWorld(caller: Caller, effects: Effects): World {
  const world: World = {
    caller,
    effects,
    people: [],
    keys: [],
    who({ allow, credentials }) {
      const may = ({ role }: { role: Role }) => allow === 'anyone' || allow.includes(role)
      const withKey = credentials === 'any' && Math.random() < 0.7 ? world.keys.filter(may) : []
      const all: Credential[] = withKey.length > 0 ? withKey : world.people.filter(may)
      return all[Math.floor(Math.random() * all.length)] ?? { headers: {} }
    },
  }
  return world
}

/** A browser that keeps the cookies that it is given. */
export function newBrowser() {
  const cookies = new Map<string, string>()
  const headers: Record<string, string> = { origin: testOrigin, 'user-agent': 'Firefox on Linux' }
  const onResponse = (response: Response) => {
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(header) ?? []
      if (/; Max-Age=0\b/.test(rest)) cookies.delete(name)
      else cookies.set(name, value)
    }
    headers.cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  }
  return { headers, onResponse }
}

export type Browser = ReturnType<typeof newBrowser>

/** Signs in; undefined where nothing came of it. */
export async function signInAs(
  { caller }: World,
  email: string,
  password = testPassword,
): Promise<Browser | undefined> {
  const browser = newBrowser()
  const { kind } = await caller.call(signIn, { email, password }, browser, browser)
  return kind === 'done' ? browser : undefined
}

export const random = (below: number): number => Math.floor(Math.random() * below)
export const pick = <T>(from: readonly T[]): T => from[random(from.length)]!

export const givenNames = ['Eleni', 'Georg', 'Heidi', 'Maria', 'Ahmed', '明', 'Иван', 'Chloé']
