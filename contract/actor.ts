import { z } from 'zod'
import type { Access } from './access.ts'
import { id } from './rules/fields.ts'

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]
export const role = z.enum(roles)

/** Roles that can be granted through the API. Ownership is transferred by a command on the server only. */
export const grantableRole = z.enum(['admin', 'member'])

/** A key as the audit log and `/api/me` name it. */
export const usedKey = z.strictObject({ id, name: z.string(), prefix: z.string() }).meta({ id: 'UsedKey' })

/** The caller, with their current role and access, and the credential they used. */
export interface Actor {
  userId: string
  name: string
  email: string
  role: Role
  access: Access
  via: 'session' | 'api_key'
  apiKey: z.output<typeof usedKey> | null
  /** The key of the earlier call that this one confirms, for the audit log. */
  confirms?: z.output<typeof usedKey>
  /** Who signed in as this service user; left out in all other sessions and with keys. */
  by?: { name: string; email: string }
  /** The browser's session; null with a key. */
  session: { id: string; confirmedAt: Date } | null
  /** The network address of the caller; undefined once the connection is closed. */
  address: string | undefined
  /** Set in sessions whose user must set up two-factor authentication before anything else. */
  mustSetUpTwoFactor?: true
}
