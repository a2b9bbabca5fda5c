import { createHash } from 'node:crypto'
import * as api from '#contract'
import { bearer } from '#testing'
import { type Credential, record } from '../caller.ts'
import type { KeyOp } from '../checks/keys.ts'
import type { Request } from '../checks/linearize.ts'
import type { Client, Part, Person } from '../client.ts'

interface Key extends Credential {
  keyId: string
  token: string
  of: Person
  requests: Request<KeyOp>[]
}

const inUse = 4
/** How many keys clients still try after their revocation. */
const tried = 8

/** Creates a key; undefined if it got no response. */
export async function createKey(client: Client, as: Credential, expiresInDays: number | null = null) {
  const { call, history, known, newMark } = client
  const name = newMark('key')
  const called = await call(api.createApiKey, { name, expiresInDays }, as, ['already_done'])
  const { answer, lost } = called
  history.records.note('key', name, 'done', called)
  // A repeat of a lost request reports what it created, without the token.
  if (answer || lost !== null)
    history.audit.push({ action: 'api_key.create', target: name, certain: answer !== null })
  if (answer?.kind !== 'done') return undefined
  const { id: keyId, token } = answer.result
  known('keyId').put(keyId)
  return { keyId, token, headers: bearer(token), ...(as.userId && { userId: as.userId }) }
}

/** Keys that are created, used and revoked, and used again; and the usage of those that are never revoked. */
export async function keysPart(founder: Client): Promise<Part> {
  const working: Key[] = []
  const revoked: Key[] = []
  while (working.length < inUse) await create(founder)

  async function create(client: Client): Promise<Key | undefined> {
    const of = client.dice.pick(client.people)
    const key = await createKey(client, of, client.dice.pick([null, 1, 365]))
    if (!key) return undefined
    const requests: Key['requests'] = []
    client.history.keys[key.keyId] = requests
    const created = { ...key, of, requests }
    working.push(created)
    return created
  }

  async function takeKey(client: Client): Promise<Key | undefined> {
    if (working.length < inUse) await create(client)
    const key = working.shift()
    if (key) revoked.push(key)
    return key
  }

  async function revoke(client: Client): Promise<void> {
    const key = await takeKey(client)
    if (!key) return
    const admins = client.people.filter(({ role }) => role !== 'member')
    const as = client.dice.pick([key.of, ...admins])
    const called = await client.call(api.revokeApiKey, { keyId: key.keyId }, as, [])
    note(client, key, called)
  }

  async function revokeMany(client: Client): Promise<void> {
    const keys = [await takeKey(client), await takeKey(client)].filter((key) => key !== undefined)
    if (keys.length === 0) return
    const owner = client.people[0]!
    const hashes = keys.map(({ token }) => createHash('sha256').update(token).digest('hex'))
    const identified = await client.result(api.identifyApiKeys, { hashes }, owner)
    const found = identified?.data.map(({ key }) => key.id).sort()
    const keyIds = keys.map(({ keyId }) => keyId).sort()
    if (found && String(found) !== String(keyIds))
      throw new Error(`Keys ${keyIds} were identified as ${found}`)
    const called = await client.call(api.revokeManyApiKeys, { keyIds }, owner, [])
    for (const key of keys) note(client, key, called)
  }

  function note({ history }: Client, { keyId, requests }: Key, called: Parameters<typeof record>[1]): void {
    record(requests, called, Boolean, (after) => ({ kind: 'revoke', after }))
    history.audit.push({ action: 'api_key.revoke', target: keyId, certain: called.answer?.kind === 'done' })
  }

  async function use({ call }: Client, { requests, ...key }: Key): Promise<void> {
    const called = await call(api.getMe, {}, key, ['unauthenticated'])
    record(requests, called, Boolean, (after) => ({ kind: 'use', after }))
  }

  async function readUsage({ call, dice, history, keys, people }: Client): Promise<void> {
    const { keyId } = dice.pick(keys)
    const { answer } = await call(api.getApiKeyUsage, { keyId, days: 2 }, people[0]!, [])
    if (answer?.kind !== 'done') return
    const calls = answer.result.days.reduce((sum, day) => sum + day.calls, 0)
    history.usage.push({ keyId, calls })
  }

  return {
    flows: [
      [2, revoke],
      [0.3, revokeMany],
      [6, (client) => use(client, client.dice.pick([...working, ...revoked.slice(-tried)]))],
      [1, readUsage],
    ],
    async finish(client) {
      for (const node of client.nodes)
        for (const key of [...working, ...revoked]) await use(client, { ...key, node })
    },
  }
}
