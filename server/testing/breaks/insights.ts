import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Life } from '../life.ts'
import { type Break, made } from './break.ts'

export const insightsBreaks = (life: Life): Break[] => [
  {
    says: 'A deletion of a project is in the audit log',
    rows: [`projects ${life.spareProject}`],
    sql: [`update projects set deleted_at = now() where id = '${life.spareProject}'`],
  },
  {
    says: 'A source that is ready has the text of its content, and one that failed has none',
    rows: [`sources ${life.source}`],
    sql: [`update sources set text_chars = text_chars * 4 where id = '${life.source}'`],
  },
  {
    says: 'What search looks in is the whole text that is there',
    rows: [`sources ${life.source}`],
    sql: [`delete from source_passages where source_id = '${life.source}'`],
  },
  {
    says: 'The numbers of sources of each status are what counting gives',
    rows: [{ sql: `select 'source_counts ' || project_id from sources where id = '${life.source}'` }],
    sql: [
      `update source_counts set ready = ready + 1 from sources
       where sources.id = '${life.source}' and sources.project_id = source_counts.project_id`,
    ],
  },
  {
    says: 'The file of every source is there, and as large as what was uploaded',
    rows: [`sources ${life.failed}`],
    sql: [`update sources set bytes = bytes + 1 where id = '${life.failed}'`],
  },
  {
    says: 'The file of every source is there, and as large as what was uploaded',
    rows: [`sources ${life.failed}`],
    sql: [`update sources set file_key = 'ff/nowhere' where id = '${life.failed}'`],
  },
  {
    says: 'The file of every source is there, with the bytes that were uploaded',
    rows: [`sources ${life.failed}`],
    sql: [`update sources set sha256 = repeat('0', 64) where id = '${life.failed}'`],
  },
  {
    says: 'Every file is of a source, or was uploaded lately',
    rows: [`file 01/${made}`],
    async beside({ dataDir }) {
      const file = join(dataDir, 'files/01', made)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, 'left')
      return () => rm(file)
    },
  },

  {
    says: 'The counters of a tracker are what counting its mentions gives',
    rows: [`tracker_counters ${life.tracker}`],
    sql: [`update tracker_counters set mentions = mentions + 1 where tracker_id = '${life.tracker}'`],
  },
  {
    says: 'The counters of its days are, too',
    rows: [`tracker_days ${life.tracker}/2026-01-31`],
    sql: [
      `update tracker_days set mentions = mentions + 1 where tracker_id = '${life.tracker}' and day = '2026-01-31'`,
    ],
  },
  {
    says: 'A mention is in a text of its tracker’s project, on the day of that source',
    rows: [`mentions ${life.tracker}/1`],
    sql: [`update mentions set end_offset = 9999 where tracker_id = '${life.tracker}' and seq = 1`],
  },
  {
    says: 'A tracker looks for something that can be looked for',
    rows: [`trackers ${life.tracker}`],
    sql: [`update trackers set query = '(wait' where id = '${life.tracker}'`],
  },
  {
    says: 'Who goes back over sources does so for what the tracker looks for now',
    rows: [`tracker_backfills ${life.tracker}`],
    sql: [
      `insert into tracker_backfills (tracker_id, definition_revision, total) values ('${life.tracker}', 99, 0)`,
    ],
  },
  {
    says: 'A fresh scan of every text finds the mentions that are there',
    rows: [`mentions ${life.tracker}/1`],
    sql: [`update mentions set snippet = 'Something else' where tracker_id = '${life.tracker}' and seq = 1`],
  },
  {
    says: 'A fresh scan of every text finds the mentions that are there',
    rows: [`sources ${life.source}`, `mentions ${life.tracker}/1`],
    sql: [
      `update mentions set start_offset = start_offset + 1 where tracker_id = '${life.tracker}' and seq = 1`,
    ],
  },

  {
    says: 'A run begins after it was asked for and ends after it began',
    rows: [`skill_runs ${life.run}`],
    sql: [`update skill_runs set started_at = created_at - interval '1 day' where id = '${life.run}'`],
  },
  {
    says: 'A run is tried again in its own project',
    rows: [`skill_runs ${life.again}`],
    sql: [`update skill_runs set skill = 'themes' where id = '${life.again}'`],
  },
  {
    says: 'What a run was asked for can be asked for',
    rows: [`skill_runs ${life.run}`, `skill_runs ${life.again}`],
    sql: [`update skill_runs set input = '{"surprise": 1}'`],
  },
  {
    says: 'What a run has written is whole, and cites',
    rows: [`skill_runs ${life.run}`],
    sql: [`update skill_runs set output = jsonb_set(output, '{citations}', '[]') where id = '${life.run}'`],
  },
  {
    says: 'What a run quotes stands in the text, word for word',
    rows: [`skill_runs ${life.run}`, `skill_runs ${life.again}`],
    sql: [
      'update source_texts set text = upper(text)',
      `update sources set updated_at = updated_at - interval '1 hour'`,
    ],
  },
]
