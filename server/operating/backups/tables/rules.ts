import type { Session } from '#database'

/**
 * What a table demands of rows and does with them, in the order in which it can be removed: `remove` and `add` are the
 * statements. Disabled triggers stay disabled. Primary keys, unique and exclusion constraints have an index each.
 * The queue's own keys and indexes remain, because few rows come and they belong to partitions.
 */
const rules = [
  `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as remove,
          format('alter table %s enable %s trigger %I', tgrelid::regclass,
            case tgenabled when 'A' then 'always' when 'R' then 'replica' end, tgname) as add
   from pg_trigger join pg_class class on class.oid = tgrelid
   where not tgisinternal and tgenabled <> 'D' and class.relnamespace = quote_ident(current_schema())::regnamespace
   order by tgrelid, tgname`,
  constraints(`contype = 'f' and conparentid = 0
     and connamespace in (quote_ident(current_schema())::regnamespace, to_regnamespace('pgboss'))`),
  constraints(`contype in ('p', 'u', 'x') and connamespace = quote_ident(current_schema())::regnamespace`),
  `select format('drop index %s', indexrelid::regclass) as remove, pg_get_indexdef(indexrelid) as add
   from pg_index join pg_class class on class.oid = indrelid
   where class.relnamespace = quote_ident(current_schema())::regnamespace and class.relkind = 'r'
   order by indexrelid`,
]

function constraints(condition: string): string {
  return `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
          format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
   from pg_constraint where ${condition}
   order by oid`
}

/**
 * Disables all enabled triggers, and drops all foreign keys, keys and indexes, in an open transaction. Returns the
 * function that adds them again.
 */
export async function removeRules(client: Pick<Session, 'query'>): Promise<() => Promise<void>> {
  const removed: string[] = []
  for (const rule of rules) {
    const { rows } = await client.query<{ remove: string; add: string }>(rule)
    for (const { remove } of rows) await client.query(remove)
    removed.unshift(...rows.map(({ add }) => add))
  }
  return async () => {
    for (const add of removed) await client.query(add)
  }
}
