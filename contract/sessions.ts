import { z } from 'zod'
import { access } from './access.ts'
import { role } from './actor.ts'
import { confirmedForHours, operation } from './operation.ts'
import { email, id, line, mailbox, named, password, text, timestamp, verbatim } from './rules/fields.ts'

export const person = z.strictObject({ id, name: z.string(), email: z.string(), role }).meta({ id: 'Person' })

/** The result of every way of signing in. The session cookie comes with it. */
export const signedIn = z.strictObject({ user: person })

export const getSetup = operation({
  id: 'setup.get',
  method: 'GET',
  path: '/api/setup',
  summary:
    'Get the organisation’s name, and whether Aerie still needs an owner and the code that the server printed.',
  allow: 'anyone',
  result: z.strictObject({
    needed: z.boolean(),
    codeRequired: z.boolean(),
    organisationName: z.string().describe('As printed on invoices. “Aerie” until it is set'),
  }),
})

export const setUp = operation({
  id: 'setup.create',
  method: 'POST',
  path: '/api/setup',
  summary: 'Create the owner, the first user.',
  allow: 'anyone',
  body: z.strictObject({ name: line(1, 100), email: mailbox, password, code: text(1, 100).optional() }),
  result: person,
  status: 201,
  errors: ['already_set_up', 'setup_code_wrong'],
})

export const signIn = operation({
  id: 'sessions.signIn',
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in with email address and password. Sets the session cookie or asks for a two-factor code.',
  allow: 'anyone',
  // The rules for passwords apply only when one is set.
  body: z.strictObject({ email, password: verbatim(1, 128) }),
  result: z.union([
    signedIn,
    z.strictObject({
      twoFactorRequired: z.literal(true).describe('Finish signing in with a code within ten minutes'),
    }),
  ]),
  errors: ['invalid_credentials', 'too_many_attempts'],
})

export const signOut = operation({
  id: 'sessions.signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Sign out this browser. From a session of a service user, it leads back to the session before.',
  allow: 'anyone',
  result: z.strictObject({ success: z.literal(true) }),
})

export const getSession = operation({
  id: 'sessions.get',
  method: 'GET',
  path: '/api/auth/get-session',
  summary: 'Get the session of this browser, or null.',
  allow: 'anyone',
  result: z
    .strictObject({
      user: person,
      access,
      session: z.strictObject({
        id,
        expiresAt: timestamp,
        confirmed: z
          .boolean()
          .describe(
            `Whether you signed in, or confirmed that it is you, in the last ${confirmedForHours} hours`,
          ),
      }),
      openedBy: named.nullable().describe('Who signed in as this service user. Null in all other sessions'),
      mustSetUpTwoFactor: z
        .boolean()
        .describe('Whether you must set up two-factor authentication before anything else'),
    })
    .nullable(),
})
