import { randomUUID } from 'node:crypto'
import { vectorOf } from '../../server/insights/sources/search/vector.ts'
import type { Installation } from '../installation.ts'
import { callMs, measure, type Print } from '../load.ts'
import { projectWith } from './project-with.ts'
import { Speech } from './texts.ts'

const runs = 3
const passagesOfSource = 100
const batch = 10

/** How long a search takes, by the number of the project’s passages. */
export async function searches(print: Print, desk: Installation, most: number): Promise<void> {
  const sizes = [...new Set([1000, most])]
  const projects: string[] = []
  for (const size of sizes) projects.push(await projectOf(desk, size))
  await desk.pool.query('vacuum analyze')
  const speech = new Speech(3)
  const asked = {
    'a phrase': '"slow delivery"',
    'a rare and a frequent word': `discount ${speech.word()}`,
    'frequent words': `${speech.word()} ${speech.word()}`,
    'a question of frequent words': `What do people say about the ${Array.from({ length: 4 }, () => speech.word()).join(' ')}?`,
    'a question of rare words': 'What do people say about expensive parking near the discount unicorns?',
  }
  print('a search, one caller')
  for (const [name, q] of Object.entries(asked)) {
    const measurements = projects.map((projectId, n) => {
      const path = `/api/projects/${projectId}/search?limit=20&q=${encodeURIComponent(q)}`
      return [`in ${sizes[n]!.toLocaleString('en')} passages`, () => callMs(desk, path)] as const
    })
    await measure(print, { name, of: Object.fromEntries(measurements) }, runs)
  }
}

async function projectOf(desk: Installation, passages: number): Promise<string> {
  const { projectId } = await projectWith(desk, 0)
  const speech = new Speech(3)
  for (let made = 0; made < passages; made += batch * passagesOfSource) {
    const sources = Array.from({ length: batch }, () => randomUUID())
    await desk.pool.query(
      `insert into sources (id, project_id, title, kind, mime_type, bytes, sha256, language, status, text_chars, file_key, created_by)
      select id, $1, 'An interview', 'text', 'text/plain', 20000, replace(id || gen_random_uuid()::text, '-', ''), 'en', 'ready', 20000, id::text, $3
      from unnest($2::uuid[]) as id`,
      [projectId, sources, desk.ownerId],
    )
    await desk.pool.query(
      `insert into source_texts (source_id, content_revision, reading, parts, indexed)
      select id, 1, id, 1, id from unnest($1::uuid[]) as id`,
      [sources],
    )
    const texts = Array.from({ length: batch * passagesOfSource }, () => speech.paragraph(1000))
    await desk.pool.query(
      `insert into source_passages (source_id, reading, number, start_offset, end_offset, text, segments, configuration, words)
      select id, id, n, n * 1000, n * 1000 + length(text), text, jsonb_build_array(jsonb_build_array(n * 1000, n * 1000 + length(text), null, null)),
        'en', words
      from unnest($1::uuid[], $2::text[], $3::tsvector[]) with ordinality as passage (id, text, words, n)`,
      [
        texts.map((_, n) => sources[Math.floor(n / passagesOfSource)]),
        texts,
        texts.map((text) => vectorOf(text, { projectId, language: 'en', speakers: [] })),
      ],
    )
  }
  return projectId
}
