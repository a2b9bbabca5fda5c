import { timingSafeEqual } from 'node:crypto'
import { operator, record, userTarget, visitor } from '#audit'
import { setUp } from '#contract'
import type { Database, Reader } from '#database'
import { type Credentials, implementOutside, Refusal } from '#platform'
import type { Auth } from '../auth.ts'
import { refuseWeakPassword } from '../passwords/refuse-weak.ts'
import { insertUser } from '../user-rows.ts'

/** `codes`: the setup codes, of which one is required; null if only this machine can reach the server. */
export const createSetUp = (auth: Auth, codes: string[] | null) =>
  implementOutside(setUp, async ({ db, body: { code: given, ...owner }, credentials }) => {
    if (await hasOwner(db.reader)) throw new Refusal('already_set_up')
    if (codes && !codes.some((code) => isSame(given ?? '', code))) {
      throw new Refusal('setup_code_wrong', 'Enter the setup code that the server printed when it started.')
    }
    return makeOwner(db, auth, owner, credentials)
  })

export async function hasOwner(tx: Reader): Promise<boolean> {
  return (
    (await tx.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirst()) !== undefined
  )
}

/**
 * Creates the owner: in a browser with these credentials, or else on the server.
 * @throws Refusal for a weak password, or `already_set_up`, also to the slower of two at once
 */
export async function makeOwner(
  db: Database,
  auth: Auth,
  owner: { name: string; email: string; password: string },
  credentials?: Credentials,
) {
  const { name, email, password } = owner
  await refuseWeakPassword(db.reader, password, { field: 'password', name, email })
  const passwordHash = await auth.hashPassword(password)
  return db.transaction(async (tx) => {
    const person = { name, email, role: 'owner' } as const
    const { id } = await insertUser(tx, { ...person, passwordHash })
    await record(
      tx,
      credentials ? visitor({ id, email }, credentials) : operator,
      'user.create',
      userTarget(id, email),
      { role: 'owner' },
    )
    return { id, ...person }
  })
}

function isSame(given: string, code: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(code)]
  return a.length === b.length && timingSafeEqual(a, b)
}
