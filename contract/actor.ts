import { z } from 'zod'

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]
export const role = z.enum(roles)

/** What everyone but the owner can be made: ownership is handed over on the server only. */
export const grantableRole = z.enum(['admin', 'member'])

/** Who is calling, as they are at this moment, and with what they showed it. */
export interface Actor {
  userId: string
  name: string
  email: string
  role: Role
  via: 'session' | 'api_key'
  apiKey: { id: string; name: string; prefix: string } | null
}
