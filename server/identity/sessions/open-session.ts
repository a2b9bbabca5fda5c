import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '#database'
import { type Credentials, newId, Refusal } from '#platform'
import { hashSessionToken, sessionEnd } from '../auth.ts'
import { browserOf } from './browser.ts'

/** A new session, for `enter`. */
export interface OpenedSession {
  userId: string
  token: string
}

/** Creates a session, of a service user with the session that it is opened from. Only the hash of its token is stored. */
export async function openSession(
  tx: Transaction,
  userId: string,
  { userAgent, address }: Pick<Credentials, 'userAgent' | 'address'>,
  openedFrom: string | null = null,
): Promise<OpenedSession> {
  const { token, ...columns } = newToken()
  const now = sql<string>`now()`
  await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      userId,
      browser: browserOf(userAgent),
      address: address ?? null,
      openedFrom,
      createdAt: now,
      updatedAt: now,
      ...columns,
    })
    .execute()
  return { userId, token }
}

/** Gives a session a new token, which makes copies of its cookie useless. @throws Refusal `unauthenticated` if it ended meanwhile */
export async function renewSession(tx: Transaction, sessionId: string | undefined): Promise<string> {
  const { token, ...columns } = newToken()
  const renewed = await tx
    .updateTable('sessions')
    .set(columns)
    .where('id', '=', sessionId ?? null)
    .executeTakeFirstOrThrow()
  if (renewed.numUpdatedRows === 0n) throw new Refusal('unauthenticated')
  return token
}

function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashSessionToken(token), expiresAt: sessionEnd }
}
