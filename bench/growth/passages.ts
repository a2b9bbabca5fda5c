import { newId } from '#platform'
import { removeStaleReadings } from '../../server/insights/sources/remove-leftovers.ts'
import { vectorOf } from '../../server/insights/sources/search/vector.ts'
import { projectWord } from '../../server/insights/sources/search/words.ts'
import { projectWith } from '../insights/project-with.ts'
import { Speech } from '../insights/texts.ts'
import { idOf, numberedId, type Prepare } from './subject.ts'

const passagesOfSource = 100
const samples = 2000
const insertedAtOnce = 50

/** One passage in a hundred is of the small project. Every thousand have a word of their own. */
export const passages: Prepare = async (desk, db) => {
  const { projectId: large } = await projectWith(desk, 0)
  const { projectId: small } = await projectWith(desk, 0)
  const speech = new Speech(3)
  const texts = Array.from({ length: samples }, () => speech.paragraph(1000))
  await desk.pool.query(
    'create table growth_samples (n integer primary key, text text not null, words tsvector not null)',
  )
  await desk.pool.query(
    `insert into growth_samples select n - 1, text, words
    from unnest($1::text[], $2::tsvector[]) with ordinality as sample (text, words, n)`,
    [texts, texts.map((text) => vectorOf(text, { projectId: large, language: 'en', speakers: [] }))],
  )
  const frequent = encodeURIComponent(`${speech.word()} ${speech.word()}`)
  const source = numberedId(`n / ${passagesOfSource}`)
  const add = `
    insert into source_passages (source_id, reading, number, start_offset, end_offset, text, segments, configuration, words)
    select source, source, place + 1, place * 350, place * 350 + length(text), text,
      jsonb_build_array(jsonb_build_array(place * 350, place * 350 + length(text), null, null)), 'en',
      case when in_small then ts_delete(words, '${projectWord(large, 'en')}') || array_to_tsvector(array['${projectWord(small, 'en')}', rare])
        else words || array_to_tsvector(array[rare]) end
    from (
      select n % ${samples} as sample, ${source} as source, n % ${passagesOfSource} as place,
        n / ${passagesOfSource} % 100 = 0 as in_small, 'rare' || n / 1000 as rare
      from generate_series($1::int, $2::int - 1) as n) as generated
    join growth_samples on growth_samples.n = sample`
  let added = 2 ** 30
  return {
    tables: ['source_passages'],
    async fill(client, from, to) {
      await client.query(
        `insert into sources (id, project_id, title, kind, mime_type, bytes, sha256, language, status, text_chars, file_key, created_by)
        select ${numberedId('n')}, case when n % 100 = 0 then $1::uuid else $2::uuid end, 'Interview ' || n, 'text', 'text/plain', 35000,
          lpad(to_hex(n), 64, '0'), 'en', 'ready', 35000, gen_random_uuid(), $3
        from generate_series($4::int, $5::int - 1) as n`,
        [small, large, desk.ownerId, from / passagesOfSource, to / passagesOfSource],
      )
      await client.query(
        `insert into source_texts (source_id, content_revision, reading, parts, indexed)
        select ${numberedId('n')}, 1, ${numberedId('n')}, 1, ${numberedId('n')} from generate_series($1::int, $2::int - 1) as n`,
        [from / passagesOfSource, to / passagesOfSource],
      )
      await client.query(add, [from, to])
    },
    insert: {
      name: `${insertedAtOnce} passages`,
      run: async () => {
        await desk.pool.query(add, [added, added + insertedAtOnce])
        added += insertedAtOnce
      },
    },
    pages: {
      'a rare word': `/api/projects/${large}/search?limit=20&q=rare7`,
      'a phrase in a small project': `/api/projects/${small}/search?limit=20&q=${encodeURIComponent('"slow delivery"')}`,
      'frequent words in a small project': `/api/projects/${small}/search?limit=20&q=${frequent}`,
      'a phrase': `/api/projects/${large}/search?limit=20&q=${encodeURIComponent('"slow delivery"')}`,
      'frequent words': `/api/projects/${large}/search?limit=20&q=${frequent}`,
    },
    deletions: [
      {
        name: 'of a source',
        async run() {
          await desk.pool.query('delete from source_texts where source_id = $1', [idOf(1)])
          await removeStaleReadings(db, [idOf(1)], new AbortController().signal)
          return passagesOfSource
        },
      },
    ],
    async also() {
      const source = newId()
      await desk.pool.query('create table growth_long (like source_passages including all)')
      await desk.pool.query(
        `insert into growth_long select $1, $1, first.n, 0, 1, first.text || second.text || third.text, '[]', 'english',
          to_tsvector('english', first.text || second.text || third.text)
        from growth_samples first join growth_samples second on second.n = (first.n + 700) % ${samples}
        join growth_samples third on third.n = (first.n + 1300) % ${samples}`,
        [source],
      )
      const { rows } = await desk.pool.query(
        `select pg_table_size('growth_long') / count(*) as bytes, avg(length(text))::int as characters from growth_long`,
      )
      return [`table with ${rows[0].characters} characters in a passage: ${rows[0].bytes} bytes a row`]
    },
  }
}
