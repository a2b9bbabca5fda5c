import type { Client } from '#client'
import { createApiKey, getMe, revokeApiKey } from '#contract'
import type { Cast, Who } from './people.ts'
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
}

/** Creates, uses and revokes API keys. */
export const playKeys = ({ as, withKey }: Cast): Scene[] =>
  readRecords<KeyRecord[]>('keys').flatMap(
    ({ owner, name, created, used, revoked, expiresInDays = null }) => {
      let id = ''
      let script: Client | undefined
      const create = async () => {
        const key = await (await as(owner)).call(createApiKey, { name, expiresInDays })
        id = key.id
        script = withKey(key.token)
      }
      const revoke = async () => (await as(owner)).call(revokeApiKey, { keyId: id })
      return [
        { at: instantOf(created), play: create },
        ...used.map((time) => ({ at: instantOf(time), play: async () => script?.call(getMe) })),
        ...(revoked ? [{ at: instantOf(revoked), play: revoke }] : []),
      ]
    },
  )

function instantOf(ago: string): number {
  const [amount, unit, time] = ago.split(' ')
  return unit === 'minutes' ? minutesAgo(Number(amount)) : daysAgo(Number(amount), time)
}
