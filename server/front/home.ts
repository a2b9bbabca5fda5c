import { sql } from 'kysely'
import { firstSteps, getHome, type Home, homeRows, mostCounted, type Settings } from '#contract'
import { type HomePart, type Implementation, implementOnSnapshot, mayUse } from '#platform'
import { readSettingsToday } from '#settings'

const none = Object.fromEntries(
  Object.keys(getHome.result.shape.sections.shape).map((name) => [name, null]),
) as Home['sections']

/** Creates the operation of the home page from the parts of all modules. One statement reads all of them. */
export const createHome = (parts: HomePart[]): Implementation =>
  implementOnSnapshot(getHome, async ({ tx, actor }) => {
    const { settings, now, today } = await readSettingsToday(tx)
    const { uses } = settings
    const used = parts.filter(({ half }) => isUsed(half, uses))
    const context = { actor, now, today }
    const sections = used
      .flatMap((part) => part.sections)
      .filter(({ list }) => mayUse(list, actor))
      .map(
        ({ name, rows }) => sql`
          select ${name}::text as name, coalesce(json_agg(found), '[]') as value
          from (select * from (${rows(context)}) as found limit ${mostCounted}) as found`,
      )
    const steps = used
      .flatMap((part) => part.steps)
      .filter(({ takes }) => mayUse(takes, actor))
      .map(({ step, isDone }) => sql`select ${step}::text as name, to_json(${isDone(context)}) as value`)
    const { rows } = await sql<{ name: string; value: unknown[] | boolean }>`
      ${sql.join([...sections, ...steps], sql` union all `)}`.execute(tx)

    const lists = rows.flatMap(({ name, value }) =>
      Array.isArray(value) ? [[name, { total: value.length, data: value.slice(0, homeRows) }]] : [],
    )
    const done = new Map(rows.map(({ name, value }) => [name, value === true]))
    return {
      sections: { ...none, ...Object.fromEntries(lists) },
      firstSteps: firstSteps.flatMap((step) => (done.has(step) ? [{ step, done: done.get(step)! }] : [])),
    }
  })

const isUsed = (half: HomePart['half'], uses: Settings['uses']) =>
  half === null || uses === null || uses === 'both' || uses === half
