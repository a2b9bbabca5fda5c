import { createApiKey, getMe, revokeApiKey } from '#contract'
import { newId } from '#platform'
import { bearer } from '#testing'
import { type Headers, record, recordRead } from '../caller.ts'
import type { KeyOp } from '../checks/keys.ts'
import type { Request } from '../checks/linearize.ts'
import type { Client, Part } from '../client.ts'

interface Key {
  id: string
  headers: Headers
  requests: Request<KeyOp>[]
}

const inUse = 4
/** How many keys are still tried after their revocation. */
const tried = 8

/** Creates a key that is never revoked, before the faults begin. */
export async function addKey({
  caller,
  history,
  session,
}: Pick<Client, 'caller' | 'history' | 'session'>): Promise<Headers> {
  const name = newId()
  const { token } = await caller.certainly(createApiKey, { name }, session)
  history.audit.effects.push({ action: 'api_key.create', target: name, certain: true })
  return bearer(token)
}

/** Keys that are created, used and revoked, and used again. */
export async function keysPart(founder: Client): Promise<Part> {
  const working: Key[] = []
  const revoked: Key[] = []
  while (working.length < inUse) await create(founder)

  async function create({ caller, history, session }: Client): Promise<void> {
    const name = newId()
    const { response, lost } = await caller.call(createApiKey, { name }, session, ['already_done'])
    // A repeat of a lost request reports what it created, without the token.
    const certain = response !== null
    if (certain || lost.length > 0)
      history.audit.effects.push({ action: 'api_key.create', target: name, certain })
    if (response?.kind !== 'done') return
    const { id, token } = response.result
    const requests: Key['requests'] = []
    history.keys[id] = requests
    working.push({ id, headers: bearer(token), requests })
  }

  async function revoke(client: Client): Promise<void> {
    const { caller, history, session } = client
    if (working.length < inUse) await create(client)
    const key = working.shift()
    if (!key) return
    revoked.push(key)
    if (revoked.length > tried) revoked.shift()
    const called = await caller.call(revokeApiKey, { keyId: key.id }, session)
    record(key.requests, called, (): KeyOp => ({ kind: 'revoke' }))
    const certain = called.response?.kind === 'done'
    history.audit.effects.push({ action: 'api_key.revoke', target: key.id, certain })
  }

  async function useAny(client: Client): Promise<void> {
    const keys = [...working, ...revoked]
    if (keys.length > 0) await use(client, client.dice.pick(keys))
  }

  async function use({ caller }: Client, key: Key, ask = caller.once): Promise<void> {
    const response = await ask(getMe, {}, key.headers, { expected: ['unauthenticated'] })
    recordRead(key.requests, response, (response): KeyOp | null => ({
      kind: 'use',
      accepted: response.kind === 'done',
    }))
  }

  return {
    flows: [
      [2, revoke],
      [6, useAny],
    ],
    async finish(client) {
      for (const key of [...working, ...revoked]) await use(client, key, client.caller.persist)
    },
  }
}
