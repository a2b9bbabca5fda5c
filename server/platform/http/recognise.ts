import type { FastifyRequest } from 'fastify'
import type { Actor, Operation } from '#contract'
import { Refusal } from '../refusal.ts'

/** What a request shows to be recognised by, and the way to hand it a new cookie. */
export interface Credentials {
  authorization: string | undefined
  cookie: string | undefined
  userAgent: string | undefined
  setCookie(header: string): void
}

/**
 * Tells who is calling: null where nothing was shown.
 * @throws Refusal `unauthenticated` where what was shown is not valid.
 */
export type Authenticate = (credentials: Credentials) => Promise<Actor | null>

/** Decides whether a request may go on to the operation, before its body is read. @throws Refusal where it may not. */
export async function recognise(
  operation: Operation,
  credentials: Credentials,
  authenticate: Authenticate,
): Promise<Actor | null> {
  if (operation.allow === 'anyone') {
    await noteUse(credentials, authenticate)
    return null
  }
  const actor = await authenticated(credentials, authenticate)
  authorise(operation, actor)
  return actor
}

/** Tells who is calling. @throws Refusal `unauthenticated` where nothing valid was shown. */
export async function authenticated(credentials: Credentials, authenticate: Authenticate): Promise<Actor> {
  const actor = await authenticate(credentials)
  if (actor) return actor
  throw new Refusal('unauthenticated', 'Sign in, or send an API key as a bearer token.', {
    headers: { 'www-authenticate': 'Bearer realm="aerie"' },
  })
}

/** @throws Refusal where this person, or this way of being recognised, may not use the operation. */
export function authorise({ credentials, allow }: Operation, actor: Actor): void {
  if (credentials === 'session' && actor.via !== 'session') throw new Refusal('session_required')
  if (allow !== 'anyone' && !allow.includes(actor.role)) {
    throw new Refusal('forbidden', `This is for ${allow.join(' or ')}; your role is ${actor.role}.`)
  }
}

/** A key's use counts on addresses that need none, too; a bad one changes nothing there. */
export async function noteUse(credentials: Credentials, authenticate: Authenticate): Promise<void> {
  if (credentials.authorization !== undefined) await authenticate(credentials).catch(() => null)
}

/**
 * Refuses a change that another site's page could have caused: what comes with a cookie must come from the
 * application's own origin, and so must whatever names an origin at all. A bearer token is never sent by itself, as a
 * password for whoever stands in front is.
 */
export function refuseForeignOrigin(request: FastifyRequest, baseUrl: string): void {
  const { authorization, origin, cookie } = request.headers
  if (request.method === 'GET' || request.method === 'HEAD' || bearerToken(authorization) !== undefined)
    return
  if (origin === undefined ? cookie === undefined : sameOrigin(origin, baseUrl)) return
  throw new Refusal('foreign_origin')
}

/** The token of an `Authorization: Bearer` (RFC 6750), empty where none follows; undefined for any other scheme. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(authorization ?? '')
  return match ? (match[1] ?? '') : undefined
}

function sameOrigin(origin: string, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false
  return comparable(new URL(origin)) === comparable(new URL(baseUrl))
}

/** On one's own machine `localhost` and `127.0.0.1` are the same place. */
const comparable = (url: URL): string => url.origin.replace('//localhost', '//127.0.0.1')
