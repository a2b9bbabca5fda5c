import { createHash, randomBytes } from 'node:crypto'
import type { Reader, Transaction } from '#database'
import { base32 } from './totp.ts'

const howMany = 10

/**
 * Replaces a user's recovery codes and returns the new ones: `abcd-efgh-ijkl-mnop-qrst-uvwx`, 120 random bits each, too many
 * for anyone to find one by its hash.
 */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () => base32(randomBytes(15)).toLowerCase())
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hash(code) })))
    .execute()
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'))
}

/** Uses up a code and returns whether it existed. */
export async function spendRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', hash(code.replaceAll(/[\s-]/g, '').toLowerCase()))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Returns how many recovery codes a user has left. */
export async function countRecoveryCodes(tx: Reader, userId: string): Promise<number> {
  const { left } = await tx
    .selectFrom('recoveryCodes')
    .where('userId', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return left
}

const hash = (code: string): Buffer => createHash('sha256').update(code).digest()
