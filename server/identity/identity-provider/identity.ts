import { email, line, text } from '#contract'
import { untrusted } from './refusals.ts'

/** A user as identified by the provider. */
export interface Identity {
  issuer: string
  /** The provider's id of the user, never reassigned. */
  subject: string
  /** Null if the provider has not verified one. */
  email: string | null
  name: string | null
}

/** Reads the claims of OpenID Connect Core 5.1. Nothing about their content is guaranteed. */
export function toIdentity(
  { iss, sub }: { iss: string; sub: string },
  claims: Record<string, unknown>,
): Identity {
  // The standard's own limit.
  const subject = text(1, 255).safeParse(sub)
  if (subject.data !== sub) throw untrusted()
  // One widely used provider sends the boolean as text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const address = email.safeParse(claims.email)
  const both = [claims.given_name, claims.family_name].filter(Boolean).join(' ')
  const names = [claims.name, both, claims.preferred_username].map((name) => line(1, 100).safeParse(name))
  return {
    issuer: iss,
    subject: sub,
    email: isVerified && address.success ? address.data : null,
    name: names.find(({ success }) => success)?.data ?? null,
  }
}
