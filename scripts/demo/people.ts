import { type Client, createClient } from '#client'
import {
  acceptInvitation,
  confirmTwoFactor,
  createInvitation,
  enableTwoFactor,
  listInvitations,
  listUsers,
  revokeInvitation,
  setUp,
  signIn,
  signOut,
  updateUser,
} from '#contract'
import { codeOf } from '../../server/testing/authenticator.ts'
import { daysAgo, minutesAgo, type Scene } from './scene.ts'

/** Everybody's, typed easily and known to anybody: the demo listens on this machine only. */
export const password = 'a clinic to look around in'

export const people = {
  clara: { name: 'Clara Lindholm', email: 'clara@lindenhof.example', role: 'owner' },
  ravi: { name: 'Ravi Menon', email: 'ravi@lindenhof.example', role: 'admin' },
  ingrid: { name: 'Ingrid Solberg', email: 'ingrid@lindenhof.example', role: 'admin' },
  sofia: { name: 'Sofia Marković', email: 'sofia@lindenhof.example', role: 'member' },
  tomasz: { name: 'Dr. Tomasz Nowak', email: 'tomasz@lindenhof.example', role: 'member' },
  amina: { name: 'Amina Haddad', email: 'amina@lindenhof.example', role: 'member' },
  reports: { name: 'Weekly reports', email: 'reports@lindenhof.example', role: 'member' },
  felix: { name: 'Felix Bauer', email: 'felix@lindenhof.example', role: 'member' },
} as const
export type Who = keyof typeof people

/** The people of the clinic, each with a browser. */
export interface Cast {
  /** Calls with that person's session, signing in where it is the first time or has been a while. */
  as(who: Who): Promise<Client>
  /** Signs that person in with another browser. */
  signInAlso(who: Who, browser: string): Promise<Client>
  withKey(token: string): Client
  nobody: Client
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safariOnPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const unusedForMs = 10 * 86_400_000

/** @param url where it answers; @param origin where browsers open it */
export function createCast(url: string, origin: string): Cast {
  const sessions = new Map<Who, { client: Client; usedAt: number }>()
  const nobody = createClient({ baseUrl: url })

  async function signInAlso(who: Who, browser: string): Promise<Client> {
    let cookie = ''
    const headers = { origin, 'user-agent': browser }
    const entrance = createClient({
      baseUrl: url,
      headers,
      async fetch(...request) {
        const response = await fetch(...request)
        cookie = response.headers
          .getSetCookie()
          .map((set) => set.split(';')[0])
          .join('; ')
        return response
      },
    })
    await entrance.call(signIn, { email: people[who].email, password })
    return createClient({ baseUrl: url, headers: { ...headers, cookie } })
  }

  return {
    nobody,
    signInAlso,
    withKey: (apiKey) => createClient({ baseUrl: url, apiKey }),
    async as(who) {
      let session = sessions.get(who)
      if (session && session.usedAt + unusedForMs < Date.now()) {
        await session.client.call(signOut)
        session = undefined
      }
      const client = session?.client ?? (await signInAlso(who, firefox))
      sessions.set(who, { client, usedAt: Date.now() })
      return client
    },
  }
}

/** What only whoever was there knows, and what the demo tells. */
export interface Told {
  invitation: string
  recoveryCodes: string[]
}

/** How they joined, and who left. `told` is filled. */
export function comingAndGoing({ as, signInAlso, nobody }: Cast, told: Told): Scene[] {
  const joins = (who: Who, days: number): Scene => ({
    at: daysAgo(days, '08:30'),
    async play() {
      const { name, email, role } = people[who]
      if (role === 'owner') return nobody.call(setUp, { name, email, password })
      const { url } = await (await as('clara')).call(createInvitation, { email, role: 'member' })
      return nobody.call(acceptInvitation, { token: url.split('/').at(-1) ?? '', name, password })
    },
  })
  const change = (
    days: number,
    by: Who,
    who: Who,
    what: { role?: 'admin' | 'member'; disabled?: boolean },
  ): Scene => ({
    at: daysAgo(days, '17:10'),
    async play() {
      const client = await as(by)
      const { data } = await client.call(listUsers)
      return client.call(updateUser, {
        userId: data.find(({ email }) => email === people[who].email)?.id ?? '',
        ...what,
      })
    },
  })
  const invites = (days: number, by: Who, email: string, role: 'admin' | 'member'): Scene => ({
    at: daysAgo(days, '11:20'),
    async play() {
      told.invitation = (await (await as(by)).call(createInvitation, { email, role })).url
    },
  })
  return [
    joins('clara', 120),
    joins('ravi', 119),
    joins('ingrid', 119),
    joins('sofia', 118),
    joins('tomasz', 118),
    joins('felix', 117),
    joins('reports', 116),
    joins('amina', 82),
    change(119, 'clara', 'ravi', { role: 'admin' }),
    change(117, 'clara', 'ingrid', { role: 'admin' }),
    change(70, 'clara', 'sofia', { role: 'admin' }),
    change(41, 'clara', 'sofia', { role: 'member' }),
    change(26, 'ravi', 'felix', { disabled: true }),
    invites(64, 'ravi', 'mistyped@lindenhof.exmaple', 'member'),
    {
      at: daysAgo(64, '11:24'),
      async play() {
        const client = await as('ravi')
        const [invitation] = (await client.call(listInvitations)).data
        return client.call(revokeInvitation, { invitationId: invitation?.id ?? '' })
      },
    },
    {
      at: daysAgo(25, '08:20'),
      async play() {
        const ingrid = await as('ingrid')
        const { secret } = await ingrid.call(enableTwoFactor, { password })
        told.recoveryCodes = (await ingrid.call(confirmTwoFactor, { code: codeOf(secret) })).recoveryCodes
      },
    },
    { at: daysAgo(3, '19:45'), play: () => signInAlso('clara', safariOnPhone) },
    { at: minutesAgo(95), play: () => signInAlso('clara', chromeOnWindows) },
    invites(16, 'clara', 'yusuf.demir@lindenhof.example', 'member'),
    invites(2, 'ravi', 'hanna.weiss@lindenhof.example', 'admin'),
    {
      at: daysAgo(9, '07:02'),
      play: () =>
        nobody.call(signIn, { email: people.tomasz.email, password: 'not my password' }).catch(() => {
          // Refused, and in the audit log.
        }),
    },
  ]
}
