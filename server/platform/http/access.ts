import type { FastifyRequest } from 'fastify'
import { type Actor, confirmedForHours, missingAccess, type Needs, type Operation } from '#contract'
import type { Credentials } from '../implement.ts'
import { Refusal } from '../refusal.ts'
import type { Shown } from './shown.ts'

/**
 * Returns the caller, or null if there are no credentials.
 * @throws Refusal `unauthenticated` if the credentials are not valid.
 */
export type Authenticate = (credentials: Credentials) => Promise<Actor | null>

/** What a caller may do at all. */
export type Rights = Pick<Actor, 'role' | 'access'>

/** Returns what the caller of a long call may do at this moment; null if the credential is no longer valid. */
export type RightsOf = (actor: Actor) => Promise<Rights | null>

/** Notes for the access log that a call shows patients to its caller. */
export type NoteRead = (actor: Actor, operation: Operation, shown: Shown) => void

/** Returns the caller; null if the operation needs none. @throws Refusal `unauthenticated` if it needs one. */
export async function identify(
  operation: Operation,
  credentials: Credentials,
  authenticate: Authenticate,
): Promise<Actor | null> {
  if (operation.allow === 'anyone') {
    await countKeyUse(credentials, authenticate)
    return null
  }
  return required(await authenticate(credentials))
}

/** Returns the caller. @throws Refusal `unauthenticated` if there were no credentials. */
export function required(actor: Actor | null): Actor {
  if (actor) return actor
  throw new Refusal('unauthenticated', 'Sign in, or send an API key as a bearer token.')
}

/** @throws Refusal if the actor's role, access, session or kind of credentials does not allow the operation. */
export function authorize(operation: Operation, actor: Actor): void {
  const { credentials, confirmation, inServiceSession, beforeTwoFactor } = operation
  if (actor.by && !inServiceSession)
    throw new Refusal(
      'service_session',
      `You are signed in as the service user ${actor.name}. Sign out to return to your own session.`,
    )
  if (credentials === 'session' && actor.via !== 'session') throw new Refusal('session_required')
  if (actor.mustSetUpTwoFactor && !beforeTwoFactor) {
    throw new Refusal(
      'two_factor_required',
      'Your organisation requires two-factor authentication. Set it up to continue.',
    )
  }
  refuseWithoutRights(operation, actor)
  if (confirmation) refuseWithoutConfirmation(actor)
}

/** @throws Refusal if a role or an access does not allow the operation */
export function refuseWithoutRights({ allow, access }: Operation, rights: Rights): void {
  if (allow !== 'anyone' && !allow.includes(rights.role)) {
    throw new Refusal('forbidden', `Requires the role ${allow.join(' or ')}. Your role is ${rights.role}.`)
  }
  refuseWithout(access, rights)
}

/** Returns whether the actor may use an operation at all. */
export function mayUse({ credentials, allow, access, inServiceSession }: Operation, actor: Actor): boolean {
  return (
    (!actor.by || inServiceSession) &&
    (allow === 'anyone' || allow.includes(actor.role)) &&
    (credentials === 'any' || actor.via === 'session') &&
    missingAccess(actor.access, access) === undefined
  )
}

/** @throws Refusal `access_required` if the access is too low */
export function refuseWithout(needs: Needs, { access }: Pick<Rights, 'access'>): void {
  const missing = missingAccess(access, needs)
  if (!missing) return
  const { area, level } = missing
  throw new Refusal(
    'access_required',
    `Requires the access level ${level} in ${area}. Yours is ${access[area]}. Ask an owner or admin for it.`,
  )
}

/** @throws Refusal `confirmation_required` in a session that was not confirmed within `confirmedForHours` */
export function refuseWithoutConfirmation({ session }: Actor): void {
  if (session && !isConfirmed(session))
    throw new Refusal('confirmation_required', 'Confirm that it is you: POST /api/auth/confirm.')
}

/** Returns whether the user of a session proved within `confirmedForHours` who they are. */
export const isConfirmed = ({ confirmedAt }: Pick<NonNullable<Actor['session']>, 'confirmedAt'>): boolean =>
  confirmedAt.getTime() > Date.now() - confirmedForHours * 60 * 60 * 1000

/** Counts the use of a key on routes that need none. An invalid key is ignored there. */
export async function countKeyUse(credentials: Credentials, authenticate: Authenticate): Promise<void> {
  if (credentials.authorization !== undefined) await authenticate(credentials).catch(() => null)
}

/**
 * Refuses changes that another site's page could have caused. A request with a cookie or an `Origin` header must come
 * from this application's origin. Browsers never add a bearer token on their own, unlike basic authentication.
 * @param trustsTokens whether the route authenticates, so that a bearer token proves where the request is from
 */
export function refuseForeignOrigin(
  request: FastifyRequest,
  baseUrl: string,
  { trustsTokens }: { trustsTokens: boolean },
): void {
  const { authorization, origin, cookie } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (trustsTokens && bearerToken(authorization) !== undefined) return
  if (origin === undefined ? cookie === undefined : sameOrigin(origin, baseUrl)) return
  throw new Refusal('foreign_origin')
}

/** Returns the token of `Authorization: Bearer` (RFC 6750), which may be empty; undefined for any other scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(authorization ?? '')
  return match ? (match[1] ?? '') : undefined
}

function sameOrigin(origin: string, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  return comparable(new URL(origin)) === comparable(new URL(baseUrl))
}

/** Treats `localhost` and `127.0.0.1` as the same host. */
const comparable = (url: URL): string => url.origin.replace('//localhost', '//127.0.0.1')
