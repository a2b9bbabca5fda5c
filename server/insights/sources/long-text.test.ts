import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createSource,
  createTracker,
  getSourceText,
  getTrackerResults,
  previewTracker,
  searchProject,
  startRun,
} from '#contract'
import { onEachDatabase, until, untilSearched } from '#testing'
import { newProject, read, textFile } from './testing/uploads.ts'

/** Spread over a text of some 90,000 characters, which is stored in several parts. */
const lines = Array.from({ length: 900 }, (_, n) =>
  n % 100 === 50
    ? `Ünlike before, the delivery number ${n} was terribly late 👎.`
    : `In paragraph ${n} nothing is said that would matter to anybody, and so it goes on for a while.`,
)
const text = lines.join('\n\n')
const places = [...text.matchAll(/delivery/g)].map(({ index }) => index)

onEachDatabase('a text of several parts', (app) => {
  test('is returned, searched, tracked and quoted as a whole', async () => {
    const member = app().as('member')
    const projectId = await newProject(app())
    const definition = { phrases: [{ text: 'deliveries', match: 'stem' as const }], language: 'en' as const }
    const early = await member.call(createTracker, { projectId, name: 'Early', ...definition })
    const { id: sourceId, textChars } = await read(app(), { projectId, file: textFile('long.txt', text) })
    const late = await member.call(createTracker, { projectId, name: 'Late', ...definition })

    const { rows } = await app().db.pool.query('select parts from source_texts where source_id = $1', [
      sourceId,
    ])
    assert.ok(rows[0].parts > 3)
    const stored = await member.call(getSourceText, { sourceId })
    assert.deepEqual([stored.text, textChars], [text, text.length])
    assert.deepEqual(
      stored.segments.map(({ start, end }) => text.slice(start, end)),
      lines,
    )

    await untilSearched(member, late.id)
    for (const { id: trackerId } of [early, late]) {
      const { data } = await member.call(getTrackerResults, { trackerId })
      assert.deepEqual(
        data.map(({ start }) => start),
        places,
      )
      for (const mention of data) {
        assert.equal(mention.text, text.slice(mention.start, mention.end))
        assert.match(mention.snippet, /^Ünlike before, the delivery number \d+ was terribly late 👎\.$/)
      }
    }
    const preview = await member.call(previewTracker, { projectId, ...definition })
    assert.deepEqual(preview.counts, { mentions: places.length, sources: 1 })

    const found = await member.call(searchProject, { projectId, q: '"number 850"' })
    assert.equal(found.data.length, 1)
    const run = await member.call(startRun, { name: 'sentiment', projectId, wait: 30 })
    assert.equal(run.status, 'succeeded')
    assert.ok(run.output!.citations.length > 0)
    for (const { start, end, quote } of run.output!.citations) assert.equal(text.slice(start, end), quote)
  })

  test('is replaced by a shorter one without a trace', async () => {
    const member = app().as('member')
    const projectId = await newProject(app())
    const { id: sourceId } = await read(app(), { projectId, externalId: 'a', file: textFile('a.txt', text) })
    await member.call(createSource, { projectId, externalId: 'a', file: textFile('a.txt', 'Short') })
    await until(
      () => member.call(getSourceText, { sourceId }),
      (stored) => stored.text === 'Short',
    )
    const left = `select count(*) from source_text_parts where source_id = $1`
    await until(
      () => app().db.pool.query(left, [sourceId]),
      ({ rows }) => rows[0].count === 1,
    )
  })
})
