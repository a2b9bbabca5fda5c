import { z } from 'zod'
import { role } from './actor.ts'
import { email, id, password, text, timestamp, verbatim } from './fields.ts'
import { operation } from './operation.ts'

const person = z.strictObject({ id, name: z.string(), email: z.string(), role }).meta({ id: 'Person' })

/** What every way of signing in ends with; the session cookie is beside it. */
export const signedIn = z.strictObject({ user: person })

export const getSetup = operation({
  id: 'setup.get',
  method: 'GET',
  path: '/api/setup',
  summary:
    'Tell whether the owner is still to be set up, and whether that takes the code that the server printed.',
  allow: 'anyone',
  result: z.strictObject({ needed: z.boolean(), codeRequired: z.boolean() }),
})

export const setUp = operation({
  id: 'setup.create',
  method: 'POST',
  path: '/api/setup',
  summary: 'Make the first person, who becomes the owner.',
  allow: 'anyone',
  body: z.strictObject({ name: text(1, 100), email, password, code: text(1, 100).optional() }),
  result: person,
  status: 201,
  errors: ['already_set_up', 'setup_code_wrong'],
})

export const signIn = operation({
  id: 'sessions.signIn',
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary:
    'Sign in with e-mail address and password; the answer sets the session cookie, or asks for the second step.',
  allow: 'anyone',
  // Whatever was typed is compared, not judged: rules for passwords apply where one is chosen.
  body: z.strictObject({ email, password: verbatim(1, 128) }),
  result: z.union([
    signedIn,
    z.strictObject({
      twoFactorRequired: z.literal(true).describe('A code finishes it, within ten minutes'),
    }),
  ]),
  errors: ['invalid_credentials'],
})

export const signOut = operation({
  id: 'sessions.signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'End the session of this browser.',
  allow: 'anyone',
  result: z.strictObject({ success: z.literal(true) }),
})

export const getSession = operation({
  id: 'sessions.get',
  method: 'GET',
  path: '/api/auth/get-session',
  summary: 'Give the session of this browser, or null where there is none.',
  allow: 'anyone',
  result: z.strictObject({ user: person, session: z.strictObject({ id, expiresAt: timestamp }) }).nullable(),
})
