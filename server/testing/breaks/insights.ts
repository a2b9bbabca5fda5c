import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Life } from '../life.ts'
import { type Break, changed, made } from './break.ts'

const dismissedMentions = {
  sql: `select 'mentions ' || tracker_id || '/' || seq from mentions where dismissed`,
}

export const insightsBreaks = (life: Life): Break[] => [
  {
    rule: 'The audit log contains every deletion of a project',
    ...changed('projects', `id = '${life.spareProject}'`, 'deleted_at = now()'),
  },
  {
    rule: 'Ready sources have the text of their content, and failed sources have none',
    ...changed('sources', `id = '${life.source}'`, 'text_chars = text_chars * 4'),
  },
  {
    rule: 'The passages for the search cover the current texts',
    rows: [`sources ${life.source}`],
    sql: [`delete from source_passages where source_id = '${life.source}'`],
  },
  {
    rule: 'Texts have been through the names that are replaced in their project',
    ...changed('sources', `id = '${life.source}'`, 'names_revision = -1'),
  },
  {
    rule: 'The counters of sources by status match the sources',
    rows: [{ sql: `select 'source_counts ' || project_id from sources where id = '${life.source}'` }],
    sql: [
      `update source_counts set ready = ready + 1 from sources
       where sources.id = '${life.source}' and sources.project_id = source_counts.project_id`,
    ],
  },
  {
    rule: 'The file of every source exists and has the uploaded size',
    ...changed('sources', `id = '${life.failed}'`, 'bytes = bytes + 1'),
  },
  {
    rule: 'The file of every source exists and has the uploaded size',
    ...changed('sources', `id = '${life.failed}'`, `file_key = 'ff/nowhere'`),
  },
  {
    rule: 'The file of every source exists and has the uploaded content',
    ...changed('sources', `id = '${life.failed}'`, `sha256 = repeat('0', 64)`),
  },
  {
    rule: 'Every file belongs to a source, or was uploaded recently',
    rows: [`file 01/${made}`],
    async beside({ dataDir }) {
      const file = join(dataDir, 'files/01', made)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, 'left')
      return () => rm(file)
    },
  },

  {
    rule: 'The counters of trackers match their mentions',
    rows: [`tracker_counters ${life.tracker}`],
    sql: [`update tracker_counters set mentions = mentions + 1 where tracker_id = '${life.tracker}'`],
  },
  {
    rule: 'The counters of trackers by day match their mentions',
    rows: [`tracker_days ${life.tracker}/2026-01-31`],
    sql: [
      `update tracker_days set mentions = mentions + 1 where tracker_id = '${life.tracker}' and day = '2026-01-31'`,
    ],
  },
  {
    rule: 'Mentions are in a text of their tracker’s project, on the day of that source',
    rows: [`mentions ${life.tracker}/1`],
    sql: [`update mentions set end_offset = 9999 where tracker_id = '${life.tracker}' and seq = 1`],
  },
  {
    rule: 'Dismissed mentions have a dismissal of their tracker in their source',
    rows: [dismissedMentions],
    sql: ['delete from dismissals'],
  },
  {
    rule: 'The definitions of trackers are valid',
    ...changed('trackers', `id = '${life.tracker}'`, `query = '(wait'`),
  },
  {
    rule: 'Backfills are for the current definition of their tracker',
    rows: [`tracker_backfills ${life.tracker}`],
    sql: [
      `insert into tracker_backfills (tracker_id, definition_revision, total) values ('${life.tracker}', 99, 0)`,
    ],
  },
  {
    rule: 'A new scan of all texts finds the stored mentions',
    rows: [`mentions ${life.tracker}/1`],
    sql: [`update mentions set snippet = 'Something else' where tracker_id = '${life.tracker}' and seq = 1`],
  },
  {
    rule: 'A new scan of all texts finds the stored mentions',
    rows: [`sources ${life.source}`, `mentions ${life.tracker}/1`],
    sql: [
      `update mentions set start_offset = start_offset + 1 where tracker_id = '${life.tracker}' and seq = 1`,
    ],
  },

  {
    rule: 'Runs start after they were created and end after they started',
    ...changed('skill_runs', `id = '${life.run}'`, `started_at = created_at - interval '1 day'`),
  },
  {
    rule: 'Runs are retried in their own project',
    ...changed('skill_runs', `id = '${life.again}'`, `skill = 'themes'`),
  },
  {
    rule: 'The usage of a run in progress is that of its stored calls',
    ...changed(
      'skill_runs',
      `id = '${life.run}'`,
      `status = 'queued', finished_at = null, output = null, model = 'a-model', calls = 1`,
    ),
  },
  {
    rule: 'Runs that succeeded keep no answers of the model',
    rows: [`skill_runs ${life.run}`],
    sql: [
      `insert into skill_run_calls (run_id, request, answer, understood, input_tokens, output_tokens)
        values ('${life.run}', sha256('a request'), '{}', true, 1, 1)`,
    ],
  },
  {
    rule: 'The inputs of runs are valid',
    rows: [`skill_runs ${life.run}`, `skill_runs ${life.again}`],
    sql: [`update skill_runs set input = '{"surprise": 1}'`],
  },
  {
    rule: 'The outputs of runs are valid and contain citations',
    ...changed('skill_runs', `id = '${life.run}'`, `output = jsonb_set(output, '{citations}', '[]')`),
  },
  {
    rule: 'Quotations in the outputs of runs match the texts exactly',
    rows: [`skill_runs ${life.run}`, `skill_runs ${life.again}`],
    sql: [
      'update source_text_parts set text = upper(text)',
      `update sources set updated_at = updated_at - interval '1 hour'`,
    ],
  },
]
