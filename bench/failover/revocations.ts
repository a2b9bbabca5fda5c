import { setTimeout as wait } from 'node:timers/promises'
import * as api from '#contract'
import { bearer, testPassword } from '#testing'
import type { Credential } from '../soak/caller.ts'
import { pick } from '../soak/random.ts'
import { type Flow, signInAs, type World } from '../soak/world.ts'

/** How many of the newest credentials are tried at each node, and as many older ones. */
const triedAtOnce = 10

/** Revokes keys, disables users, and tries all the time whether a node accepts what it must refuse. */
export function createRevocations(world: World, urls: string[]) {
  const { effects, people, create, result } = world
  const refused: { headers: Credential['headers']; what: string }[] = []
  const wrong: string[] = []
  const counts = { keys: 0, users: 0, tries: 0 }
  let watching = true

  async function newKey(person: Credential) {
    const name = effects.newMark('key')
    const key = await create('key', name, api.createApiKey, { name }, person)
    const used = key && (await result(api.getMe, {}, { headers: bearer(key.token) }))
    return used && key
  }

  async function revokeKey(): Promise<void> {
    const person = pick(people)
    const key = await newKey(person)
    if (!key || !(await result(api.revokeApiKey, { keyId: key.id }, person))) return
    counts.keys++
    refused.push({ headers: bearer(key.token), what: `revoked key ${key.id}` })
  }

  async function disableUser(): Promise<void> {
    const email = `${effects.newMark('person')}@aerie.test`
    const invited = await create('invitation', email, api.createInvitation, { email, role: 'member' })
    const body = { token: invited?.url?.split('/').at(-1) ?? '', name: 'Someone', password: testPassword }
    const user = invited && (await create('user', email, api.acceptInvitation, body))
    const browser = user && (await signInAs(world, email))
    const key = browser && (await newKey(browser))
    if (!key || !(await result(api.updateUser, { userId: user.id, disabled: true }))) return
    counts.users++
    refused.push({ headers: bearer(key.token), what: `key of disabled user ${user.id}` })
    refused.push({ headers: browser.headers, what: `session of disabled user ${user.id}` })
  }

  /** Tries a credential. Only `whileAway`, a node may return 503. */
  async function tryOne(url: string, { headers, what }: (typeof refused)[number], whileAway: boolean) {
    const response = await fetch(`${url}/api/me`, { headers })
    await response.arrayBuffer()
    counts.tries++
    const { status } = response
    if (status !== 401 && !(whileAway && status === 503)) wrong.push(`${what} got status ${status}`)
  }

  async function watch(url: string): Promise<void> {
    while (watching) {
      const older = Array.from({ length: triedAtOnce }, () => pick(refused))
      for (const one of [...refused.slice(-triedAtOnce), ...older]) if (one) await tryOne(url, one, true)
      await wait(20)
    }
  }

  const watched = Promise.all(urls.map(watch))
  return {
    counts,
    wrong,
    flows: [
      [4, revokeKey],
      [0.5, disableUser],
    ] satisfies Flow[],
    /** Tries every credential at every node. */
    async stop(): Promise<void> {
      watching = false
      await watched
      for (const url of urls) for (const one of refused) await tryOne(url, one, false)
    },
  }
}
