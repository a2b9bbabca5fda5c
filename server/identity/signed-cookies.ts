import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { z } from 'zod'
import { readSigned, type Secrets, sign } from '#platform'

/**
 * Adds signed cookies, with the library's naming and attributes. `session_token` becomes `aerie.session_token`, and with
 * https `__Host-aerie.session_token`. The library's own signature does not identify its secret. Also finds a session by
 * the token in such a cookie.
 */
export const signedCookies = (secrets: Secrets) =>
  ({
    id: 'signed-cookies',
    endpoints: {
      writeCookie: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          body: z.strictObject({ name: z.string(), value: z.string(), maxAge: z.number() }),
        },
        async ({ body: { name, value, maxAge }, context, setCookie }) => {
          const cookie = context.createAuthCookie(name, { maxAge })
          setCookie(cookie.name, sign(secrets.newest, name, value), cookie.attributes)
        },
      ),
      readCookie: createAuthEndpoint.serverOnly(
        { method: 'GET', query: z.strictObject({ name: z.string() }), requireHeaders: true },
        async ({ query: { name }, context, getCookie }) =>
          readSigned(secrets, name, getCookie(context.createAuthCookie(name).name) ?? ''),
      ),
      sessionOfToken: createAuthEndpoint.serverOnly(
        { method: 'GET', query: z.strictObject({ token: z.string() }) },
        ({ query: { token }, context }) => context.internalAdapter.findSession(token),
      ),
    },
  }) satisfies BetterAuthPlugin
