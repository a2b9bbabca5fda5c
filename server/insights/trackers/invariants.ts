import { sql } from 'kysely'
import { checkDefinition, type Definition } from '#engines/matching'
import { eachRow, type Invariant, noRow } from '#platform'
import { rescan } from './rescan.ts'

/** Without deleted trackers, which are removed in small steps without counting. */
const live = sql`(
  select t.* from trackers t join projects p on p.id = t.project_id where t.deleted_at is null and p.deleted_at is null)`

/** @param scanTexts matches all texts again */
export const createTrackerInvariants = ({ scanTexts }: { scanTexts: boolean }): Invariant[] => [
  noRow(
    'The counters of trackers match their mentions',
    sql`
      select 'tracker_counters ' || t.id as row, case when c.tracker_id is null then 'they are missing'
          when c.last_seq < m.last then 'the last number is ' || c.last_seq || ', and a mention has ' || m.last
          else 'they count ' || c.mentions || ' mentions in ' || c.sources || ' sources instead of ' || coalesce(m.mentions, 0)
            || ' in ' || coalesce(m.sources, 0) end as what
      from ${live} t left join tracker_counters c on c.tracker_id = t.id
      left join (
        select tracker_id, max(seq) as last, count(*) filter (where not dismissed) as mentions,
          count(distinct source_id) filter (where not dismissed) as sources
        from mentions group by tracker_id
      ) m on m.tracker_id = t.id
      where c.tracker_id is null or c.last_seq < m.last
      or (c.mentions, c.sources) <> (coalesce(m.mentions, 0), coalesce(m.sources, 0))`,
  ),
  noRow(
    'The counters of trackers by day match their mentions',
    sql`
      with counted as (
        select tracker_id, day, count(*) as mentions, count(distinct source_id) as sources
        from mentions where not dismissed group by tracker_id, day
      )
      select 'tracker_days ' || tracker_id || '/' || day as row, 'it counts ' || coalesce(d.mentions, 0) || ' mentions in '
        || coalesce(d.sources, 0) || ' sources instead of ' || coalesce(c.mentions, 0) || ' in ' || coalesce(c.sources, 0) as what
      from tracker_days d full join counted c using (tracker_id, day)
      where (coalesce(d.mentions, 0), coalesce(d.sources, 0)) <> (coalesce(c.mentions, 0), coalesce(c.sources, 0))
      and tracker_id in (select id from ${live} t)`,
  ),
  noRow(
    'Mentions are in a text of their tracker’s project, on the day of that source',
    sql`
      select 'mentions ' || m.tracker_id || '/' || m.seq as row, case
          when t.project_id <> s.project_id then 'its source is of another project'
          when s.text_chars is null then 'its source has no text'
          when m.end_offset > s.text_chars then 'it ends beyond the text'
          else 'its day is ' || m.day || ', unlike that of its source' end as what
      from mentions m join ${live} t on t.id = m.tracker_id join sources s on s.id = m.source_id
      where t.project_id <> s.project_id or s.text_chars is null or m.end_offset > s.text_chars
      or not (0 <= m.start_offset and m.start_offset < m.end_offset)
      or m.day <> (coalesce(s.occurred_at, s.created_at) at time zone 'UTC')::date`,
  ),
  noRow(
    'Dismissed mentions have a dismissal of their tracker in their source',
    sql`select 'mentions ' || m.tracker_id || '/' || m.seq as row, 'no dismissal covers it' as what
      from mentions m join ${live} t on t.id = m.tracker_id
      where m.dismissed and not exists (
        select from dismissals d where d.tracker_id = m.tracker_id and d.source_id = m.source_id)`,
  ),
  eachRow<Definition>(
    'The definitions of trackers are valid',
    sql`select 'trackers ' || id as row, phrases, query, exclude, language, scope from ${live} t`,
    (definition) => checkDefinition(definition)[0]?.message ?? null,
  ),
  noRow(
    'Backfills are for the current definition of their tracker',
    sql`select 'tracker_backfills ' || b.tracker_id as row, 'the definition of the tracker has changed' as what
      from tracker_backfills b join ${live} t on t.id = b.tracker_id where b.definition_revision <> t.definition_revision`,
  ),
  ...(scanTexts ? [{ rule: 'A new scan of all texts finds the stored mentions', check: rescan }] : []),
]
