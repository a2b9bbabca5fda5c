import { z } from 'zod'
import { operation } from './operation.ts'
import { text, verbatim } from './rules/fields.ts'

export const getSignInMethods = operation({
  id: 'sessions.methods',
  method: 'GET',
  path: '/api/auth/methods',
  summary: 'Get the available sign-in methods.',
  allow: 'anyone',
  result: z.strictObject({
    passwordReset: z.boolean().describe('Whether password reset links can be sent'),
    identityProvider: z.strictObject({ name: z.string() }).nullable(),
  }),
})

export const startIdentityProvider = operation({
  id: 'sessions.startIdentityProvider',
  method: 'POST',
  path: '/api/auth/sign-in/oauth2',
  summary: 'Start signing in through the identity provider (OpenID Connect). Returns the URL to open.',
  allow: 'anyone',
  body: z.strictObject({
    to: text(1, 2000).optional().describe('The path to return to after signing in'),
    confirm: z
      .boolean()
      .optional()
      .describe('Whether the provider must ask again who it is, even if it knows'),
  }),
  result: z.strictObject({ url: z.string() }),
  errors: ['identity_provider_not_configured', 'identity_provider_unreachable'],
})

export const finishIdentityProvider = operation({
  id: 'sessions.finishIdentityProvider',
  method: 'POST',
  path: '/api/auth/oauth2/callback',
  summary: 'Finish signing in with the identity provider’s response. Sets the session cookie.',
  allow: 'anyone',
  body: z.strictObject({
    response: verbatim(1, 4000).describe('The query string of the provider’s redirect'),
  }),
  result: z.strictObject({ to: z.string().describe('The path to open next') }),
  errors: [
    'identity_provider_not_configured',
    'identity_provider_unreachable',
    'identity_provider_refused',
    'identity_unknown',
    'sign_in_expired',
  ],
})
