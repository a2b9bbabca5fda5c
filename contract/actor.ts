import { z } from 'zod'

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]
export const role = z.enum(roles)

/** Roles that can be granted through the API. Ownership is transferred by a command on the server only. */
export const grantableRole = z.enum(['admin', 'member'])

/** The caller, with their current role and the credential they used. */
export interface Actor {
  userId: string
  name: string
  email: string
  role: Role
  via: 'session' | 'api_key'
  apiKey: { id: string; name: string; prefix: string } | null
  /** Set in sessions whose user must set up two-factor authentication before anything else. */
  mustSetUpTwoFactor?: true
}
