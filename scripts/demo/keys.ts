import type { Client } from '#client'
import { createApiKey, getItem, getMe, listProjects, listUsers, revokeApiKey, updateUser } from '#contract'
import { type Cast, people, type Who } from './people.ts'
import { readRecords } from './read-records.ts'
import { daysAgo, minutesAgo, type Scene } from './scene.ts'

interface KeyRecord {
  owner: Who
  name: string
  /** Times ago: `5 minutes`, `9 days`, `9 days 16:40`. */
  created: string
  used: string[]
  revoked?: string
  expiresInDays?: number
  /** Calls on a usual working day until it was last used. */
  daily?: number
  /** Its `User-Agent`. */
  program?: string
  /** A disabled user whom it asks to enable at its last use. That waits for a confirmation. */
  enables?: Who
}

const defaultProgram = 'curl/8.14.1'
/** As long as the usage of keys is kept. */
const usageDays = 89

/** Creates, uses and revokes API keys. */
export const playKeys = ({ as, confirmed, withKey }: Cast): Scene[] =>
  readRecords<KeyRecord[]>('keys').flatMap(
    ({ owner, name, created, used, revoked, enables, expiresInDays = null, daily = 0, ...record }) => {
      const { program = defaultProgram } = record
      let id = ''
      let script: Client | undefined
      const create = async () => {
        const key = await (await confirmed(owner)).call(createApiKey, { name, expiresInDays })
        id = key.id
        script = withKey(key.token, program)
      }
      const revoke = async () => (await as(owner)).call(revokeApiKey, { keyId: id })
      const days = daily === 0 ? [] : daysBetween(instantOf(created), instantOf(used.at(-1) ?? created))
      return [
        { at: instantOf(created), play: create },
        ...days.map((day) => ({
          at: daysAgo(day, '11:30'),
          play: () => Promise.all(Array.from({ length: callsOn(day, daily) }, (_, n) => callOnce(script, n))),
        })),
        ...used.map((time) => ({ at: instantOf(time), play: async () => script?.call(getMe) })),
        ...(enables ? [{ at: instantOf(used.at(-1) ?? created), play: () => enable(script, enables) }] : []),
        ...(revoked ? [{ at: instantOf(revoked), play: revoke }] : []),
      ]
    },
  )

/** Returns the days, by their number before today, between two instants. */
const daysBetween = (from: number, to: number): number[] =>
  Array.from({ length: usageDays }, (_, n) => n + 1).filter((day) => {
    const at = daysAgo(day, '11:30')
    return from < at && at < to
  })

/** Returns a plausible number of calls: fewer at weekends, and a little different every day. */
function callsOn(day: number, daily: number): number {
  const isWeekend = new Date(daysAgo(day)).getUTCDay() % 6 === 0
  return Math.round(daily * (isWeekend ? 0.25 : 0.8 + ((day * 37 + daily * 13) % 11) / 20))
}

/** Calls what scripts call. One call of 23 asks for an item that does not exist. */
async function callOnce(script: Client | undefined, n: number): Promise<void> {
  if (n % 23 === 22) await script?.call(getItem, { itemId: crypto.randomUUID() }).catch(() => {})
  else await script?.call(listProjects)
}

async function enable(script: Client | undefined, who: Who): Promise<void> {
  const users = await script?.call(listUsers)
  const user = users?.data.find(({ email }) => email === people[who].email)
  if (user) await script?.call(updateUser, { userId: user.id, disabled: false })
}

function instantOf(ago: string): number {
  const [amount, unit, time] = ago.split(' ')
  return unit === 'minutes' ? minutesAgo(Number(amount)) : daysAgo(Number(amount), time)
}
