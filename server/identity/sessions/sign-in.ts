import { sql } from 'kysely'
import { record } from '#audit'
import { signIn } from '#contract'
import { implementOutside, Refusal, type Transaction } from '#platform'
import { type Auth, toPerson } from '../auth.ts'

export const createSignIn = (auth: Auth) =>
  implementOutside(signIn, async ({ db, body, credentials }) => {
    const signedIn = await auth.signIn(body.email, body.password)
    if (!signedIn) {
      await db.transaction((tx) => recordFailure(tx, body.email))
      throw new Refusal('invalid_credentials', 'The e-mail address or the password is wrong.', {
        headers: { 'www-authenticate': 'Bearer realm="aerie"' },
      })
    }
    for (const cookie of signedIn.cookies) credentials.setCookie(cookie)
    return { user: toPerson(signedIn.user) }
  })

/** Failed attempts that the audit log takes for one account in a quarter of an hour: guessing must not fill it. */
const recordedAtMost = 5

async function recordFailure(tx: Transaction, email: string): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return
  const { recent } = await tx
    .selectFrom('auditLog')
    .where('action', '=', 'session.sign_in_failed')
    .where('targetId', '=', user.id)
    .where('at', '>', sql<string>`now() - interval '15 minutes'`)
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .executeTakeFirstOrThrow()
  if (recent >= recordedAtMost) return
  const nobody = { userId: null, email: 'unknown' }
  await record(tx, nobody, 'session.sign_in_failed', { type: 'user', id: user.id, label: email })
}
