import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTracker, getSource, getTracker, searchProject } from '#contract'
import { createLog, newId } from '#platform'
import { filesIn, onEachDatabase, until } from '#testing'
import { createMatcher } from '../../matching/matcher.ts'
import { createExtractor } from '../extractor/extractor.ts'
import { newProject, read } from '../testing/uploads.ts'
import { createCheckLanguages } from './check-languages.ts'
import { createExtract } from './extract.ts'

onEachDatabase('languages that an earlier version recognized', (app) => {
  const extractor = createExtractor()
  const matcher = createMatcher()
  after(() => Promise.all([extractor.stop(), matcher.stop()]))

  test('are corrected with searches and mentions, also on several nodes and if a run was interrupted', async () => {
    const { db, dataDir } = app()
    const member = app().as('member')
    const projectId = await newProject(app())
    const row = 'Topic | The invoices that we got were wrong | nobody told us | so we called them | '
    const upload = (title: string, text: string, language?: 'de') =>
      read(app(), { projectId, title, text, ...(language && { language }) })
    const long = await upload('long', row.repeat(6))
    const short = await upload('short', 'Wrong | invoices')
    const stated = await upload('stated', 'Die Rechnung war falsch', 'de')
    const phrases = [{ text: 'invoice', match: 'stem' as const }]
    const { id: trackerId } = await member.call(createTracker, { projectId, name: 'Invoices', phrases })
    const mentions = async () => (await member.call(getTracker, { trackerId })).counts.mentions
    const found = async () => (await member.call(searchProject, { projectId, q: 'invoice' })).data.length
    await until(mentions, (count) => count === 7)
    assert.equal(await found(), 2)

    const wrong = [long.id, short.id]
    await db.pool.query(`update sources set language = 'hi' where id = any($1::uuid[])`, [wrong])
    await db.pool.query(`update source_texts set language_checked = $1`, [newId()])
    await db.pool.query(`update source_passages set words = ''`)
    await db.pool.query(`delete from mentions where source_id = $1`, [long.id])
    const extract = createExtract({ files: filesIn(`${dataDir}/files`), extractor, matcher })
    const job = createCheckLanguages(extractor, extract)
    const run = (signal = new AbortController().signal) =>
      job.run({ db, log: createLog('silent'), signal }, {})
    await assert.rejects(run(AbortSignal.abort()))
    await Promise.all([run(), run()])
    await run()

    const languageOf = async (sourceId: string) => (await member.call(getSource, { sourceId })).language
    assert.deepEqual(await Promise.all([long.id, short.id, stated.id].map(languageOf)), ['en', 'en', 'de'])
    assert.equal(await found(), 2)
    const { rows } = await db.pool.query('select from mentions where source_id = $1', [long.id])
    assert.equal(rows.length, 6)
    const left = await db.pool.query(
      'select from source_texts where language_checked is distinct from reading',
    )
    assert.equal(left.rows.length, 0)
  })
})
