import * as api from '#contract'
import { newId } from '#platform'
import { testPassword } from '#testing'
import { type Credential, record } from '../caller.ts'
import type { Request } from '../checks/linearize.ts'
import type { Called } from '../checks/observed.ts'
import type { UserOp } from '../checks/users.ts'
import { type Client, newBrowser, type Part } from '../client.ts'
import { createKey } from './keys.ts'

interface Session {
  name: string
  browser: Credential
}

interface User {
  id: string
  email: string
  key: Credential
  disabled: boolean
  version: number
  /** The latest ones, current or not. */
  sessions: Session[]
  /** Whether a client changes the user at this moment. */
  isTaken: boolean
  requests: Request<UserOp>[]
}

const count = 2
const mostSessions = 4

/** Users who are disabled and enabled, and whose sessions end, while others use their keys and sessions. */
export async function usersPart(founder: Client): Promise<Part> {
  const users: User[] = []
  for (let n = 0; n < count; n++) users.push(await addUser(founder))

  /** Changes a user whom no other client changes at the moment; else uses one. */
  const alone = (change: (client: Client, user: User) => Promise<void>) => async (client: Client) => {
    const user = client.dice.pick(users)
    if (user.isTaken) return use(client)
    user.isTaken = true
    try {
      await change(client, user)
    } finally {
      user.isTaken = false
    }
  }

  async function toggle(client: Client, user: User): Promise<void> {
    const { call, dice, history, people } = client
    const [disabled, version] = [!user.disabled, user.version]
    const change = { userId: user.id, disabled, version, ...(!disabled && { keepKeys: true }) }
    const called = await call(api.updateUser, change, people[0]!, ['stale_version'])
    const { answer } = called
    const versionOf = (result: object) => (result as api.User).version
    record(user.requests, called, versionOf, (after) => ({ kind: 'set', disabled, version, after }))
    if (answer?.kind !== 'refused') {
      const action = disabled ? 'user.disable' : 'user.enable'
      history.audit.push({ action, target: user.id, certain: answer !== null })
    }
    if (answer?.kind === 'done') Object.assign(user, { disabled, version: versionOf(answer.result) })
    else await read(client, user)
    if (!user.disabled && dice.chance(0.7)) await enter(client, user)
  }

  /** Ends a session: by signing out, or from another one. */
  async function endSession(client: Client, user: User): Promise<void> {
    if (user.disabled) return
    if (user.sessions.length < 2) return enter(client, user)
    const { call, dice } = client
    const [ending, other] = dice.shuffled(user.sessions) as [Session, Session]
    const by = dice.pick([ending, other])
    const { answer } = await call(api.getSession, {}, ending.browser, [])
    const sessionId = answer?.kind === 'done' && answer.result?.session.id
    if (!sessionId) return
    // The browser would forget its cookie.
    const as = { headers: { ...by.browser.headers } }
    const called =
      by === ending
        ? await call(api.signOut, {}, as, ['unauthenticated'])
        : await call(api.revokeSession, { sessionId }, as, ['unauthenticated'])
    const ended = { kind: 'signOut', session: ending.name, by: by.name } as const
    record(user.requests, called as Called<unknown>, Boolean, (after) => ({ ...ended, after }))
  }

  async function read({ call, people }: Client, user: User): Promise<void> {
    const called = await call(api.listUsers, { limit: 200 }, people[0]!, [])
    const find = ({ data }: api.Output<typeof api.listUsers>) => {
      const { disabled, version } = data.find(({ id }) => id === user.id)!
      Object.assign(user, { disabled, version })
      return { disabled, version }
    }
    record(user.requests, called, find, (after) => ({ kind: 'read', after }))
  }

  async function use({ call, dice }: Client): Promise<void> {
    const user = dice.pick(users)
    const session = dice.chance(0.6) && user.sessions.length > 0 ? dice.pick(user.sessions) : null
    const called = await call(api.getMe, {}, session?.browser ?? user.key, ['unauthenticated'])
    record(user.requests, called, Boolean, (after) =>
      session ? { kind: 'useSession', session: session.name, after } : { kind: 'useKey', after },
    )
  }

  return {
    flows: [
      [1, alone(toggle)],
      [1, alone(endSession)],
      [5, use],
    ],
    async finish(client) {
      for (const user of users) await read(client, user)
    },
  }
}

/** Signs a user in, and remembers the session. */
async function enter({ call }: Client, user: User): Promise<void> {
  const browser = newBrowser()
  const body = { email: user.email, password: testPassword }
  const called = await call(api.signIn, body, browser, ['invalid_credentials'])
  const name = newId()
  record(user.requests, called, Boolean, (after) => ({ kind: 'signIn', session: name, after }))
  if (called.answer?.kind !== 'done') return
  user.sessions.push({ name, browser: { headers: { ...browser.headers } } })
  if (user.sessions.length > mostSessions) user.sessions.shift()
}

async function addUser(founder: Client): Promise<User> {
  const { certainly, history, newMark, people } = founder
  const email = `${newMark('user')}@aerie.test`
  const { url = '' } = await certainly(api.createInvitation, { email, role: 'member' }, people[0]!)
  const body = { token: url.split('/').at(-1)!, name: 'Member', password: testPassword }
  const { id } = await certainly(api.acceptInvitation, body)
  const requests: User['requests'] = []
  history.users[id] = requests
  const key = { headers: {} }
  const user: User = { id, email, key, disabled: false, version: 1, sessions: [], isTaken: false, requests }
  await enter(founder, user)
  const created = user.sessions[0] && (await createKey(founder, user.sessions[0].browser))
  if (!created) throw new Error('The new user cannot sign in or create a key')
  user.key = created
  return user
}
