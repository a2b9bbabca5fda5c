import {
  acceptInvitation,
  createInvitation,
  getMe,
  type User as ListedUser,
  listUsers,
  signIn,
  updateUser,
} from '#contract'
import { newId } from '#platform'
import { testOrigin, testPassword } from '#testing'
import { cookieHeader, keepCookies } from '../../../server/testing/cookies.ts'
import { type Headers, record, recordRead } from '../caller.ts'
import type { Request } from '../checks/linearize.ts'
import type { UserOp } from '../checks/users.ts'
import type { Client, Part } from '../client.ts'
import { addKey } from './keys.ts'

interface User {
  id: string
  email: string
  key: Headers
  disabled: boolean
  version: number
  /** The latest ones, current or not. */
  sessions: { name: string; headers: Headers }[]
  /** Whether a client disables or enables the user at this moment. */
  isTaken: boolean
  requests: Request<UserOp>[]
}

const count = 2
const mostSessions = 3

/** Users who are disabled and enabled while others use their keys and sessions. */
export async function usersPart(founder: Client): Promise<Part> {
  const users: User[] = []
  for (let n = 0; n < count; n++) users.push(await addUser(founder))

  async function toggle(client: Client): Promise<void> {
    const user = client.dice.pick(users)
    if (user.isTaken) return use(client)
    user.isTaken = true
    try {
      await change(client, user)
      if (!user.disabled && client.dice.chance(0.5)) await enter(client, user)
    } finally {
      user.isTaken = false
    }
  }

  async function change(client: Client, user: User): Promise<void> {
    const { caller, history, session } = client
    const [disabled, version] = [!user.disabled, user.version]
    const change = { userId: user.id, disabled, version, ...(!disabled && { keepKeys: true }) }
    const called = await caller.call(updateUser, change, session, ['stale_version'])
    const { response } = called
    record(
      user.requests,
      called,
      (response): UserOp => ({
        kind: 'set',
        disabled,
        version,
        after: !response
          ? null
          : response.kind === 'done'
            ? (response.result as ListedUser).version
            : 'stale',
      }),
    )
    if (response?.kind !== 'refused') {
      const action = disabled ? 'user.disable' : 'user.enable'
      history.audit.effects.push({ action, target: user.id, certain: response !== null })
    }
    if (response?.kind === 'done')
      Object.assign(user, { disabled, version: (response.result as ListedUser).version })
    else await read(client, user)
  }

  async function read({ caller, key }: Client, user: User, ask = caller.once): Promise<void> {
    const response = await ask(listUsers, { limit: 200 }, key)
    recordRead(user.requests, response, (response): UserOp | null => {
      const found = response.kind === 'done' && response.result.data.find(({ id }) => id === user.id)
      if (!found) return null
      const { disabled, version } = found
      Object.assign(user, { disabled, version })
      return { kind: 'read', disabled, version }
    })
  }

  async function use({ caller, dice }: Client): Promise<void> {
    const user = dice.pick(users)
    const session = dice.chance(0.5) && user.sessions.length > 0 ? dice.pick(user.sessions) : null
    const { headers } = session ?? { headers: user.key }
    const response = await caller.once(getMe, {}, headers, { expected: ['unauthenticated'] })
    recordRead(user.requests, response, (response): UserOp | null => {
      const accepted = response.kind === 'done'
      return session ? { kind: 'useSession', session: session.name, accepted } : { kind: 'useKey', accepted }
    })
  }

  return {
    flows: [
      [1, toggle],
      [4, use],
    ],
    async finish(client) {
      for (const user of users) await read(client, user, client.caller.persist)
    },
  }
}

/** Signs a user in, and remembers the session. */
async function enter({ caller }: Client, user: User): Promise<void> {
  const cookies = new Map<string, string>()
  const response = await caller.once(
    signIn,
    { email: user.email, password: testPassword },
    {},
    {
      // A lost request to disable the user may have arrived.
      expected: ['invalid_credentials'],
      onResponse: (response) => keepCookies(cookies, response),
    },
  )
  const name = newId()
  recordRead(user.requests, response, (response): UserOp | null =>
    response.kind === 'done' ? { kind: 'signIn', session: name } : null,
  )
  if (response?.kind !== 'done') return
  user.sessions.push({ name, headers: { cookie: cookieHeader(cookies), origin: testOrigin } })
  if (user.sessions.length > mostSessions) user.sessions.shift()
}

async function addUser(founder: Client): Promise<User> {
  const { caller, history, session } = founder
  const email = `${newId()}@aerie.test`
  const { url = '' } = await caller.certainly(createInvitation, { email, role: 'member' }, session)
  const token = url.split('/').at(-1) ?? ''
  const { id } = await caller.certainly(
    acceptInvitation,
    { token, name: 'Member', password: testPassword },
    {},
  )
  const requests: User['requests'] = []
  history.users[id] = requests
  const user = { id, email, key: {}, disabled: false, version: 1, sessions: [], isTaken: false, requests }
  await enter(founder, user)
  const [entered] = user.sessions as User['sessions']
  if (!entered) throw new Error('The new user cannot sign in')
  return { ...user, key: await addKey({ ...founder, session: entered.headers }) }
}
