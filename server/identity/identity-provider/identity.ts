import { email, text } from '#contract'
import { unbelievable } from './refusals.ts'

/** Whom the provider has signed in. */
export interface Identity {
  issuer: string
  /** The provider's own name for a person, never given to another. */
  subject: string
  /** Null where the provider does not vouch for one. */
  email: string | null
  name: string | null
}

/** Reads the claims of OpenID Connect Core 5.1, of which nothing is certain but that the provider said them. */
export function toIdentity(
  { iss, sub }: { iss: string; sub: string },
  claims: Record<string, unknown>,
): Identity {
  // The standard's own limit.
  const subject = text(1, 255).safeParse(sub)
  if (subject.data !== sub) throw unbelievable()
  // One widely used provider writes the boolean as text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const address = email.safeParse(claims.email)
  const both = [claims.given_name, claims.family_name].filter(Boolean).join(' ')
  const names = [claims.name, both, claims.preferred_username].map((name) => text(1, 100).safeParse(name))
  return {
    issuer: iss,
    subject: sub,
    email: isVerified && address.success ? address.data : null,
    name: names.find(({ success }) => success)?.data ?? null,
  }
}
