import { type Client, createClient } from '#client'
import * as api from '#contract'
import { codeOf } from '../../server/testing/authenticator.ts'
import { cookieHeader, keepCookies } from '../../server/testing/cookies.ts'
import { daysAgo, minutesAgo, type Scene, scene } from './scene.ts'

/** The password of every user. It is no secret: the demo listens on this machine only. */
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

/** The users of the clinic, each with a browser. */
export interface Cast {
  /** Returns a client with the user's session; signs in the first time, and again after ten days. */
  as(who: Who): Promise<Client>
  /** The same after the user has entered the password again, for what needs a confirmation. */
  confirmed(who: Who): Promise<Client>
  /** Signs the user in with another browser. */
  signInAlso(who: Who, browser: string): Promise<Client>
  withKey(token: string, program: string): Client
  nobody: Client
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safariOnPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
/** A little less than what ends a session. */
const [unusedForMs, ageMs] = [10 * 86_400_000, 29 * 86_400_000]

/** @param url address of the server; @param origin address that browsers open */
export function createCast(url: string, origin: string): Cast {
  const sessions = new Map<Who, { client: Client; since: number; usedAt: number }>()
  const nobody = createClient({ baseUrl: url })

  async function signInAlso(who: Who, browser: string): Promise<Client> {
    const cookies = new Map<string, string>()
    const headers = { origin, 'user-agent': browser }
    await createClient({ baseUrl: url, headers }).call(
      api.signIn,
      { email: people[who].email, password },
      { onResponse: (response) => keepCookies(cookies, response) },
    )
    return createClient({ baseUrl: url, headers: { ...headers, cookie: cookieHeader(cookies) } })
  }

  async function as(who: Who): Promise<Client> {
    const now = Date.now()
    let session = sessions.get(who)
    if (session && (session.usedAt + unusedForMs < now || session.since + ageMs < now)) {
      await session.client.call(api.signOut)
      session = undefined
    }
    session ??= { client: await signInAlso(who, firefox), since: now, usedAt: now }
    sessions.set(who, { ...session, usedAt: now })
    return session.client
  }

  return {
    nobody,
    signInAlso,
    withKey: (apiKey, program) => createClient({ baseUrl: url, apiKey, headers: { 'user-agent': program } }),
    as,
    async confirmed(who) {
      const client = await as(who)
      await client.call(api.confirm, { password })
      return client
    },
  }
}

/** Secrets that are shown only once, and that the demo prints. */
export interface Secrets {
  invitation: string
  recoveryCodes: string[]
}

/** Invites, changes and disables users. Fills in `secrets`. */
export function addUsers({ as, confirmed, signInAlso, nobody }: Cast, secrets: Secrets): Scene[] {
  const joins = (who: Who, days: number): Scene =>
    scene(daysAgo(days, '08:30'), async () => {
      const { name, email, role } = people[who]
      if (role === 'owner') return nobody.call(api.setUp, { name, email, password })
      const { url = '' } = await (await confirmed('clara')).call(api.createInvitation, {
        email,
        role: 'member',
      })
      return nobody.call(api.acceptInvitation, { token: url.split('/').at(-1) ?? '', name, password })
    })
  const update = (
    days: number,
    by: Who,
    who: Who,
    change: { role?: 'admin' | 'member'; disabled?: boolean },
  ): Scene =>
    scene(daysAgo(days, '17:10'), async () => {
      const client = await confirmed(by)
      const { data } = await client.call(api.listUsers)
      return client.call(api.updateUser, {
        userId: data.find(({ email }) => email === people[who].email)?.id ?? '',
        ...change,
      })
    })
  const invites = (days: number, by: Who, email: string, role: 'admin' | 'member'): Scene =>
    scene(daysAgo(days, '11:20'), async () => {
      secrets.invitation = (await (await confirmed(by)).call(api.createInvitation, { email, role })).url ?? ''
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
    update(119, 'clara', 'ravi', { role: 'admin' }),
    update(117, 'clara', 'ingrid', { role: 'admin' }),
    update(70, 'clara', 'sofia', { role: 'admin' }),
    update(41, 'clara', 'sofia', { role: 'member' }),
    update(26, 'ravi', 'felix', { disabled: true }),
    invites(64, 'ravi', 'mistyped@lindenhof.exmaple', 'member'),
    scene(daysAgo(64, '11:24'), async () => {
      const client = await as('ravi')
      const [invitation] = (await client.call(api.listInvitations)).data
      return client.call(api.revokeInvitation, { invitationId: invitation?.id ?? '' })
    }),
    scene(daysAgo(25, '08:20'), async () => {
      const ingrid = await as('ingrid')
      const { secret } = await ingrid.call(api.enableTwoFactor, { password })
      secrets.recoveryCodes = (
        await ingrid.call(api.confirmTwoFactor, { code: codeOf(secret) })
      ).recoveryCodes
    }),
    scene(daysAgo(3, '19:45'), () => signInAlso('clara', safariOnPhone)),
    scene(minutesAgo(95), () => signInAlso('clara', chromeOnWindows)),
    invites(16, 'clara', 'yusuf.demir@lindenhof.example', 'member'),
    invites(2, 'ravi', 'hanna.weiss@lindenhof.example', 'admin'),
    scene(daysAgo(9, '07:02'), () =>
      nobody.call(api.signIn, { email: people.tomasz.email, password: 'not my password' }).catch(() => {
        // Rejected, and recorded in the audit log.
      }),
    ),
  ]
}
