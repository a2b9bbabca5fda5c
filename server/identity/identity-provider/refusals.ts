import { type Log, Refusal } from '#platform'

export const notConfigured = () => new Refusal('identity_provider_not_configured')
export const unreachable = () =>
  new Refusal(
    'identity_provider_unreachable',
    'The identity provider is not responding correctly. Try again in a moment.',
  )
export const untrusted = () =>
  new Refusal(
    'identity_provider_refused',
    'The identity provider’s response could not be verified. Sign in again.',
  )
export const expired = () =>
  new Refusal('sign_in_expired', 'The sign-in expired or was started in another window. Sign in again.')
const denied = () =>
  new Refusal('identity_provider_refused', 'The identity provider denied the sign-in, or you declined it.')

/** The library's codes for a missing response, or one that is not the provider's. */
const noAnswer = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
]

/** Converts an error of the library. Logs only its codes, because the error contains tokens and the secret. */
export function toRefusal(thrown: unknown, log: Log): Refusal {
  const { code, error, status } = Object(thrown) as Record<string, unknown>
  log.warn({ code: short(code), error: short(error), status }, 'sign-in at the identity provider failed')
  if (error === 'access_denied') return denied()
  const isOurs = typeof code === 'string' && code.startsWith('OAUTH_') && !noAnswer.includes(code)
  return isOurs && !(Number(status) >= 500) ? untrusted() : unreachable()
}

const short = (code: unknown): string | undefined =>
  typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : undefined
