import { z } from 'zod'
import { text, verbatim } from './fields.ts'
import { operation } from './operation.ts'

export const getSignInMethods = operation({
  id: 'sessions.methods',
  method: 'GET',
  path: '/api/auth/methods',
  summary: 'Tell what the sign-in page offers beside the password.',
  allow: 'anyone',
  result: z.strictObject({
    passwordReset: z.boolean().describe('Whether a link for a new password can be sent'),
    identityProvider: z.strictObject({ name: z.string() }).nullable(),
  }),
})

export const startIdentityProvider = operation({
  id: 'sessions.startIdentityProvider',
  method: 'POST',
  path: '/api/auth/sign-in/oauth2',
  summary: 'Begin to sign in by the organisation’s identity provider (OpenID Connect); gives where to go.',
  allow: 'anyone',
  body: z.strictObject({
    to: text(1, 2000).optional().describe('The page to come back to, a path of this server'),
  }),
  result: z.strictObject({ url: z.string() }),
  errors: ['identity_provider_not_configured', 'identity_provider_unreachable'],
})

export const finishIdentityProvider = operation({
  id: 'sessions.finishIdentityProvider',
  method: 'POST',
  path: '/api/auth/oauth2/callback',
  summary: 'Finish signing in with what the identity provider sent along, and set the session cookie.',
  allow: 'anyone',
  body: z.strictObject({
    response: verbatim(1, 4000).describe('The query with which the provider sent the browser back'),
  }),
  result: z.strictObject({ to: z.string().describe('The page to go on to') }),
  errors: [
    'identity_provider_not_configured',
    'identity_provider_unreachable',
    'identity_provider_refused',
    'identity_unknown',
    'sign_in_expired',
  ],
})
