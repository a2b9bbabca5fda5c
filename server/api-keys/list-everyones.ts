import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Input, listEveryonesApiKeys } from '#contract'
import type { Reader } from '#database'
import { afterCursor, containing, folded, hasWords, implement, toPage } from '#platform'
import { countOf, hasStatus, isLongUnused, keys, ownership, recentUse } from './key-rows.ts'

type Concern = NonNullable<Input<typeof listEveryonesApiKeys>['concern']>

/** Active keys that deserve a review. */
const concerns: Record<Concern, RawBuilder<SqlBool>> = {
  never_expires: sql`(api_keys.revoked_at is null and api_keys.expires_at is null)`,
  long_unused: isLongUnused,
  owner_disabled: sql`(${hasStatus('active')}
    and exists (select from users where id = api_keys.owner_id and disabled))`,
}

export const listEveryones = implement(
  listEveryonesApiKeys,
  async ({ tx, query: { limit, cursor, status, concern, q } }) => {
    const after = afterCursor(cursor)
    const is = [
      ...(after ? [sql<SqlBool>`api_keys.id < ${after}`] : []),
      ...(status ? [hasStatus(status)] : []),
      ...(concern ? [concerns[concern]] : []),
    ]
    // Each way to match is a query of its own, limited to a page, so that it can use its own index.
    const ways = (q === undefined ? [sql<SqlBool>`true`] : waysToMatch(q)).map(
      (matches) => sql`(select id from api_keys where ${sql.join([matches, ...is], sql` and `)}
        order by id desc limit ${limit + 1})`,
    )
    const rows = await keys(tx)
      .select([...recentUse, ...ownership])
      .where(
        'apiKeys.id',
        'in',
        sql<string>`(select id from (${sql.join(ways, sql` union `)}) as found
        order by id desc limit ${limit + 1})`,
      )
      .orderBy('apiKeys.id', 'desc')
      .execute()
    return { ...toPage(rows, limit), ...(await counts(tx)) }
  },
)

/** One or two characters match only the beginning of a word: the index cannot find them elsewhere. */
function waysToMatch(q: string): RawBuilder<SqlBool>[] {
  const beginning = containing(q).slice(1)
  const within = (column: RawBuilder<unknown>) =>
    [...q].length < 3
      ? sql<SqlBool>`(${folded(column)} like any (array[${folded(sql`${beginning}`)}, ${folded(sql`${`% ${beginning}`}`)}]))`
      : hasWords([column], q)
  return [
    within(sql`api_keys.name`),
    sql`api_keys.prefix like ${beginning}`,
    sql`api_keys.owner_id in (select id from users where ${within(sql`users.name`)} or ${within(sql`users.email`)})`,
  ]
}

async function counts(tx: Reader) {
  const { activeCount, ...concerned } = await tx
    .selectNoFrom([
      countOf(hasStatus('active')).as('activeCount'),
      countOf(concerns.never_expires).as('neverExpires'),
      countOf(concerns.long_unused).as('longUnused'),
      countOf(concerns.owner_disabled).as('ownerDisabled'),
    ])
    .executeTakeFirstOrThrow()
  return { activeCount, concerns: concerned }
}
