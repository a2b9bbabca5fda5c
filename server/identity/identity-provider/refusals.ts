import { type Log, Refusal } from '#platform'

const anew = { headers: { 'www-authenticate': 'Bearer realm="aerie"' } }

export const notConfigured = () => new Refusal('identity_provider_not_configured')
export const unreachable = () =>
  new Refusal(
    'identity_provider_unreachable',
    'The identity provider does not answer as it should. Try again in a moment.',
  )
export const unbelievable = () =>
  new Refusal(
    'identity_provider_refused',
    'The identity provider’s answer could not be trusted. Sign in anew.',
    anew,
  )
export const expired = () =>
  new Refusal('sign_in_expired', 'That took too long, or was begun in another window. Sign in anew.', anew)
const denied = () =>
  new Refusal('identity_provider_refused', 'The identity provider did not let you in, or you declined.', anew)

/** Codes of the library which say that there was no answer, or one that is not the provider's. */
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

/** What an error of the library says to people; to the log its codes alone, since it holds tokens and the secret. */
export function toRefusal(thrown: unknown, log: Log): Refusal {
  const { code, error, status } = Object(thrown) as Record<string, unknown>
  log.warn({ code: short(code), error: short(error), status }, 'a sign-in at the identity provider failed')
  if (error === 'access_denied') return denied()
  const isOurs = typeof code === 'string' && code.startsWith('OAUTH_') && !noAnswer.includes(code)
  return isOurs && !(Number(status) >= 500) ? unbelievable() : unreachable()
}

const short = (code: unknown): string | undefined =>
  typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : undefined
