import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { newId, Refusal, type Transaction } from '#platform'
import { sessionSeconds } from '../auth.ts'
import { hashSessionToken } from '../hashed-session-tokens.ts'

/** Makes a session and gives its token, which is stored nowhere: for `auth.sessionCookie`. */
export async function openSession(tx: Transaction, userId: string, browser: string | null): Promise<string> {
  const { token, ...columns } = newToken()
  const now = sql<string>`now()`
  await tx
    .insertInto('sessions')
    .values({ id: newId(), userId, browser, createdAt: now, updatedAt: now, ...columns })
    .execute()
  return token
}

/** Gives a session another token, so that nobody goes on with a copy of its cookie. @throws Refusal `unauthenticated` where it ended meanwhile. */
export async function renewSession(tx: Transaction, sessionId: string): Promise<string> {
  const { token, ...columns } = newToken()
  const renewed = await tx
    .updateTable('sessions')
    .set(columns)
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  if (renewed.numUpdatedRows === 0n) throw new Refusal('unauthenticated')
  return token
}

function newToken() {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = sql<string>`now() + make_interval(secs => ${sessionSeconds})`
  return { token, tokenHash: hashSessionToken(token), expiresAt }
}
