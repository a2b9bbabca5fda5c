import { z } from 'zod'
import { accessChanges } from './access.ts'
import { grantableRole } from './actor.ts'
import { operation } from './operation.ts'
import { id, line, serviceDomain } from './rules/fields.ts'
import { signedIn } from './sessions.ts'
import { user } from './users.ts'

const serviceName = line(1, 100)
  .describe('Such as `nightly-upload`. Its address is made from it')
  .refine((name) => serviceAddress(name) !== null, 'Use at least one letter or digit')

/** Returns the address that names a service user in the audit log, which has no mailbox; null without letters and digits. */
export function serviceAddress(name: string): string | null {
  const local = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[-._]+|[-._]+$/g, '')
  return local === '' ? null : `${local}${serviceDomain}`
}

export const createUser = operation({
  id: 'users.create',
  method: 'POST',
  path: '/api/users',
  summary: 'Create a service user, whose API keys are for a program. People are invited instead.',
  allow: ['owner', 'admin'],
  credentials: 'session',
  body: z.strictObject({
    kind: z.literal('service'),
    name: serviceName,
    role: grantableRole,
    access: accessChanges.optional().describe('Omitted areas get `none`'),
  }),
  confirmation: true,
  result: user,
  status: 201,
  errors: ['service_name_taken'],
})

export const signInAs = operation({
  id: 'users.signInAs',
  method: 'POST',
  path: '/api/users/:userId/sign-in-as',
  summary:
    'Sign in as a service user for 30 minutes, to list, create and revoke its API keys. Signing out leads back to your own session.',
  allow: ['owner', 'admin'],
  credentials: 'session',
  params: z.strictObject({ userId: id }),
  confirmation: true,
  result: signedIn,
  errors: ['user_not_found', 'user_not_service', 'user_disabled'],
  replay: 'none',
})
