import { z } from 'zod'
import { access, accessChanges } from './access.ts'
import { grantableRole, usedKey } from './actor.ts'
import { operation } from './operation.ts'
import {
  deleted,
  id,
  line,
  listQuery,
  mailbox,
  named,
  page,
  password,
  timestamp,
  verbatim,
} from './rules/fields.ts'
import { person } from './sessions.ts'

const invitation = z
  .strictObject({
    id,
    email: z.string(),
    role: grantableRole,
    access,
    status: z.enum(['unconfirmed', 'open']).describe('`unconfirmed` if it was created with an API key'),
    invitedBy: named,
    apiKey: usedKey.nullable().describe('The API key that it was created with'),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof invitation>

const token = verbatim(1, 200)

export const createInvitation = operation({
  id: 'invitations.create',
  method: 'POST',
  path: '/api/invitations',
  summary:
    'Create an invitation. Its link is shown once and works for seven days. Created with an API key, it has no link until it is confirmed.',
  allow: ['owner', 'admin'],
  body: z.strictObject({
    email: mailbox,
    role: grantableRole,
    access: accessChanges
      .optional()
      .describe('Omitted areas get the organisation’s default. Admins have access to everything'),
  }),
  confirmation: true,
  result: invitation.extend({ url: z.string().optional().describe('Omitted if it is unconfirmed') }),
  status: 201,
  errors: ['email_taken', 'already_invited'],
  replay: 'never',
})

export const confirmInvitation = operation({
  id: 'invitations.confirm',
  method: 'POST',
  path: '/api/invitations/:invitationId/confirm',
  summary: 'Confirm an invitation that was created with an API key. Its link works for seven days.',
  allow: ['owner', 'admin'],
  credentials: 'session',
  params: z.strictObject({ invitationId: id }),
  confirmation: true,
  result: invitation.extend({ url: z.string() }),
  errors: ['invitation_not_found'],
  replay: 'never',
})

export const listInvitations = operation({
  id: 'invitations.list',
  method: 'GET',
  path: '/api/invitations',
  summary: 'List open invitations, newest first.',
  allow: ['owner', 'admin'],
  query: listQuery,
  result: page(invitation),
})

export const revokeInvitation = operation({
  id: 'invitations.revoke',
  method: 'DELETE',
  path: '/api/invitations/:invitationId',
  summary: 'Revoke an invitation. Its link stops working.',
  allow: ['owner', 'admin'],
  params: z.strictObject({ invitationId: id }),
  result: deleted,
  errors: ['invitation_not_found', 'invitation_accepted'],
})

export const viewInvitation = operation({
  id: 'invitations.view',
  method: 'POST',
  path: '/api/invitations/view',
  summary: 'Get an invitation by its token.',
  allow: 'anyone',
  body: z.strictObject({ token }),
  result: z.strictObject({
    email: z.string(),
    role: grantableRole,
    access,
    organisation: z.string(),
    invitedBy: z.string(),
    expiresAt: timestamp,
  }),
  errors: ['invitation_not_found', 'invitation_expired', 'invitation_accepted'],
})

export const acceptInvitation = operation({
  id: 'invitations.accept',
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Accept an invitation and create the account.',
  allow: 'anyone',
  body: z.strictObject({ token, name: line(1, 100), password }),
  result: person,
  status: 201,
  errors: ['invitation_not_found', 'invitation_expired', 'invitation_accepted', 'email_taken'],
})
