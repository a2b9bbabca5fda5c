import { sql } from 'kysely'
import { type Citation, getRun, type Run, skillInput } from '#contract'
import { textBetween } from '#engines/language'
import { eachRow, type Invariant, noRow, rowsOf, type Snapshot, type Violation } from '#platform'
import { readAround } from '../library/texts.ts'

const output = getRun.result.shape.output.unwrap()

export const skillInvariants: Invariant[] = [
  noRow(
    'Runs start after they were created and end after they started',
    sql`select 'skill_runs ' || id as row, 'it ' || case when started_at < created_at then 'started before it was created'
          else 'ended before it started' end as what
      from skill_runs where started_at < created_at or finished_at < coalesce(started_at, created_at)`,
  ),
  noRow(
    'Runs are retried in their own project',
    sql`select 'skill_runs ' || r.id as row, 'the run that it retries, ' || r.retry_of || ', differs in project, skill or input' as what
      from skill_runs r join skill_runs before on before.id = r.retry_of
      where before.project_id <> r.project_id or before.skill <> r.skill or before.input <> r.input`,
  ),
  noRow(
    'The usage of a run in progress is that of its stored calls',
    sql`select 'skill_runs ' || id as row, 'its usage has ' || calls || ' calls, and ' || stored.count || ' are stored' as what
      from skill_runs cross join lateral (
        select count(*), coalesce(sum(c.input_tokens), 0) as input, coalesce(sum(c.output_tokens), 0) as output
        from skill_run_calls c where c.run_id = skill_runs.id and not c.reused
      ) as stored
      where finished_at is null and (calls, input_tokens, output_tokens) <> (stored.count, stored.input, stored.output)`,
  ),
  noRow(
    'Runs that succeeded keep no answers of the model',
    sql`select distinct 'skill_runs ' || id as row, 'it has stored calls' as what
      from skill_runs join skill_run_calls on run_id = id where status = 'succeeded'`,
  ),
  eachRow<{ input: unknown }>(
    'The inputs of runs are valid',
    sql`select 'skill_runs ' || id as row, input from skill_runs`,
    ({ input }) => skillInput.safeParse(input).error?.issues[0]?.message ?? null,
  ),
  eachRow<{ output: NonNullable<Run['output']> }>(
    'The outputs of runs are valid and contain citations',
    sql`select 'skill_runs ' || id as row, output from skill_runs where status = 'succeeded'`,
    (run) => {
      const read = output.safeParse(run.output)
      if (!read.success) return read.error.issues[0]?.message ?? 'its output is invalid'
      const { markdown, citations } = read.data
      if (citations.length === 0) return 'it has no citations'
      const beyond = [...markdown.matchAll(/(?<!\\)\[(\d+)\](?!\()/g)].find(
        ([, n]) => !citations[Number(n) - 1],
      )
      return beyond ? `it cites ${beyond[0]}, but has ${citations.length} citations` : null
    },
  ),
  { rule: 'Quotations in the outputs of runs match the texts exactly', check: wrongQuotes },
]

/** A change that had to wait has the time at which it began, which may be this long before the run ended. */
const waitedAtMost = sql`interval '10 seconds'`

/** Skips texts that were replaced or deleted since. */
async function* wrongQuotes({ tx }: Snapshot): AsyncGenerator<Violation> {
  const runs = sql<{ id: string; citations: Citation[] }>`
    select id, output -> 'citations' as citations from skill_runs
    where status = 'succeeded' and jsonb_typeof(output -> 'citations') = 'array'`
  for await (const { id, citations } of rowsOf(tx, runs)) {
    const bySource = Map.groupBy(citations, ({ sourceId }) => sourceId)
    const { rows } = await sql<{ sourceId: string }>`
      select t.source_id from source_texts t join sources s on s.id = t.source_id join skill_runs r on r.id = ${id}::uuid
      where t.source_id = any(${[...bySource.keys()]}::uuid[]) and s.updated_at < r.finished_at - ${waitedAtMost}`.execute(
      tx,
    )
    const unchanged = rows.flatMap(({ sourceId }) => bySource.get(sourceId)!)
    for await (const { sourceId, parts } of readAround(tx, unchanged)) {
      const wrong = bySource
        .get(sourceId)!
        .find(({ start, end, quote }) => textBetween(parts, start, end) !== quote)
      if (wrong)
        yield { row: `skill_runs ${id}`, what: `“${wrong.quote}” is not in source ${sourceId} at that place` }
    }
  }
}
