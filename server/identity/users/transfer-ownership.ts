import { sql } from 'kysely'
import { operator, record, userTarget } from '#audit'
import { type Database, type Transaction, violatedConstraint } from '#database'

/** Any number that nothing else in this database locks. */
const advisoryLock = 0x6f776e6572

/** Ownership could not be transferred; the message gives the reason. */
export class TransferError extends Error {
  override name = 'TransferError'
}

/**
 * Makes a user the owner and the former owner an admin. Only the operators' commands call this.
 * @throws TransferError if `email` is unknown, disabled, a service user’s or the owner's, or there is no owner yet
 */
export function transferOwnership(db: Database, email: string): Promise<{ from: string; to: string }> {
  return db.transaction(async (tx) => {
    // One transfer at a time: one that waited inside its statement would not see the new owner.
    await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx)
    const { rows } = await promote(tx, email.trim().toLowerCase())
    const [transfer] = rows
    if (!transfer) throw new TransferError(`Ownership cannot be transferred to ${email}: not another member.`)
    const target = userTarget(transfer.id, transfer.to)
    await record(tx, operator, 'owner.transfer', target, { from: transfer.from })
    return { from: transfer.from, to: transfer.to }
  })
}

/** One statement, because the database always requires an owner. Reading `former` runs the demotion first. */
async function promote(tx: Transaction, email: string) {
  try {
    return await sql<{ id: string; from: string; to: string }>`
      with former as (
        update users set role = 'admin', version = version + 1, updated_at = now() where role = 'owner'
        returning id, email
      )
      update users set role = 'owner', version = version + 1, updated_at = now()
      from former where users.email = ${email} and users.id <> former.id
      returning users.id, former.email as "from", users.email as "to"`.execute(tx)
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'users_owner_enabled')
      throw new TransferError(`${email} is disabled. Enable the account first.`)
    if (constraint === 'users_owner_is_person') throw new TransferError(`${email} is a service user.`)
    if (constraint === 'users_keep_owner')
      throw new TransferError(`${email} is not a member or is already the owner.`)
    throw error
  }
}
