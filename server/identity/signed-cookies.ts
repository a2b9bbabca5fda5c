import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { z } from 'zod'

/**
 * Adds signed cookies for our own operations, with the library's naming, limits and signature. `session_token` becomes
 * `aerie.session_token`, and with https `__Host-aerie.session_token`.
 */
export const signedCookies = {
  id: 'signed-cookies',
  endpoints: {
    writeCookie: createAuthEndpoint.serverOnly(
      {
        method: 'POST',
        body: z.strictObject({ name: z.string(), value: z.string(), maxAge: z.number() }),
      },
      async ({ body, context, setSignedCookie }) => {
        const cookie = context.createAuthCookie(body.name, { maxAge: body.maxAge })
        await setSignedCookie(cookie.name, body.value, context.secret, cookie.attributes)
      },
    ),
    readCookie: createAuthEndpoint.serverOnly(
      { method: 'GET', query: z.strictObject({ name: z.string() }), requireHeaders: true },
      async ({ query, context, getSignedCookie }) => {
        const cookie = context.createAuthCookie(query.name)
        return (await getSignedCookie(cookie.name, context.secret)) || null
      },
    ),
  },
} satisfies BetterAuthPlugin
