import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Secret, Secrets } from '#platform'
import type { Auth } from '../auth.ts'

/** Binds the provider's response to the browser that started (RFC 6749, 7636; OpenID Connect Core). */
export interface Proof {
  state: string
  nonce: string
  /** The PKCE verifier. */
  verifier: string
  /** Whether the provider must have asked the user during this sign-in. */
  confirm: boolean
}

/** A sign-in in progress at the provider. */
export interface Pending extends Proof {
  /** The page to continue to. */
  to: string
  expiresAt: Date
}

/** A sign-in at the provider has to be finished within this time. */
export const finishedWithinSeconds = 10 * 60
const cookie = { name: 'identity_provider', seconds: finishedWithinSeconds }
const content = z.strictObject({
  state: z.string(),
  to: z.string(),
  confirm: z.boolean(),
  expiresAt: z.number(),
})

/** Reads the value of the cookie; null if it is not ours. */
function readContent(value: string): z.output<typeof content> | null {
  try {
    return content.parse(JSON.parse(Buffer.from(value, 'base64url').toString()))
  } catch {
    return null
  }
}

/**
 * Keeps sign-ins in progress in a signed cookie that scripts cannot read. Nonce and verifier are derived from the secret
 * that signs it and the state, so the cookie contains neither.
 */
export function createPendingSignIns(auth: Auth, secrets: Secrets) {
  const proofOf = (secret: Secret, state: string, confirm: boolean): Proof => {
    const derive = (what: string) =>
      createHmac('sha256', secret.key('aerie identity provider'))
        .update(`${what} ${state}`)
        .digest('base64url')
    return { state, confirm, nonce: derive('nonce'), verifier: derive('verifier') }
  }

  return {
    begin(to: string, confirm: boolean) {
      const state = randomBytes(32).toString('base64url')
      const expiresAt = Date.now() + cookie.seconds * 1000
      const value = Buffer.from(JSON.stringify({ state, to, confirm, expiresAt })).toString('base64url')
      return {
        proof: proofOf(secrets.newest, state, confirm),
        cookie: auth.writeCookie(cookie.name, value, cookie.seconds),
      }
    },

    /** Returns null if this browser has none or it expired. */
    find(cookies: string | undefined): Pending | null {
      const signed = auth.readCookie(cookies, cookie.name)
      const read = signed && readContent(signed.text)
      if (!read) return null
      const { state, to, confirm, expiresAt } = read
      return expiresAt > Date.now()
        ? { ...proofOf(signed.secret, state, confirm), to, expiresAt: new Date(expiresAt) }
        : null
    },

    /** Returns the `Set-Cookie` value that deletes it. */
    end: () => auth.writeCookie(cookie.name, '', 0),
  }
}

export type PendingSignIns = ReturnType<typeof createPendingSignIns>
