import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '#contract'
import { filesFolder } from '#files'
import { filesIn, onEachDatabase, placesOf, refusal, testSecrets, until, untilRead } from '#testing'
import { allInvariants, verify } from '../../operating/verify.ts'
import { newProject, read, settled as readNow, textFile, upload } from '../sources/testing/uploads.ts'
import { settled } from '../trackers/testing/trackers.ts'

const someone = { name: 'Xquilia Zarnobska', forms: ['Xquilia', 'Frau Zarnobska'] }

onEachDatabase('pseudonyms', (app) => {
  const member = () => app().as('member')
  const admin = () => app().as('admin')
  const query = async (text: string, values: unknown[] = []) => (await app().db.pool.query(text, values)).rows

  const pseudonymise = (projectId: string, ...names: api.Input<typeof api.pseudonymiseProject>['names']) =>
    admin().call(api.pseudonymiseProject, { projectId, names })

  /** Waits until names were replaced everywhere, and everything was matched again. */
  async function replaced(projectId: string): Promise<void> {
    await until(
      () => member().call(api.getProject, { projectId }),
      ({ pseudonymisation }) => pseudonymisation === null,
    )
    await settled(app(), projectId)
  }

  async function verified(): Promise<void> {
    const files = filesIn(filesFolder(app().dataDir))
    const invariants = allInvariants({ files, secrets: testSecrets }, { readFiles: true, scanTexts: true })
    assert.deepEqual(await verify(app().db, invariants), [])
  }

  const textOf = (sourceId: string) => member().call(api.getSourceText, { sourceId })

  async function mentionsOf(
    trackerId: string,
    dismissed: 'true' | 'false' = 'false',
  ): Promise<api.Mention[]> {
    const { data } = await member().call(api.getTrackerResults, { trackerId, dismissed, limit: 200 })
    return data
  }

  test('leave no name, and mentions are where they say', async () => {
    const projectId = await newProject(app(), 'About Xquilia Zarnobska')
    const lines = Array.from({ length: 100 }, (_, n) =>
      n % 2
        ? `Ada: The parcel ${n} of Xquilia is late.`
        : `Xquilia Zarnobska: My parcel ${n} is here, a good parcel.`,
    )
    const talk = await read(app(), {
      projectId,
      title: 'Talk with Frau Zarnobska',
      text: lines.join('\n'),
      kind: 'transcript',
      author: 'Xquilia Zarnobska',
      tags: ['Xquilia', 'delivery'],
      metadata: { interviewer: 'Ada', Xquilia: 'Zarnobska, Xquilia' },
      externalId: 'talks/xquilia-zarnobska',
    })
    const plain = await read(app(), {
      projectId,
      file: textFile('Zarnobska_Xquilia.txt', '\ufeffXQUILIA\r\nsaid nothing of a parcel.\r\n'),
    })
    const untouched = await read(app(), { projectId, file: textFile('other.txt', 'A parcel for nobody.') })
    const page = new File(['<p>Xquilia&nbsp;Zarnobska has a <b>parcel</b>.</p>'], 'page.html', {
      type: 'text/html',
    })
    const html = await read(app(), { projectId, file: page })
    const failed = await read(app(), { projectId, file: textFile('xquilia.pdf', 'Xquilia, but no PDF') })
    const parcels = await member().call(api.createTracker, {
      projectId,
      name: 'Parcels',
      phrases: [{ text: 'parcel' }],
    })
    const her = await member().call(api.createTracker, {
      projectId,
      name: 'Xquilia’s words',
      phrases: [{ text: 'Xquilia' }, { text: 'Xquilia Zarnobska' }],
      query: 'Xquil* AND (Xquilia OR "frau zarnobska")',
      scope: { speakers: ['Xquilia Zarnobska', 'ada'] },
    })
    await settled(app(), projectId)
    const before = await mentionsOf(parcels.id)
    assert.equal(before.length, 153)
    const isFalse = before.find(({ start, sourceId }) => sourceId === talk.id && start > 2_000)!
    const elsewhere = before.find(({ sourceId }) => sourceId === untouched.id)!
    for (const { id: mentionId } of [isFalse, elsewhere])
      await member().call(api.dismissMention, { trackerId: parcels.id, mentionId })
    const seqs = new Map((await mentionsOf(parcels.id)).map(({ id, seq }) => [id, seq]))
    const quoting = await member().call(api.startRun, { name: 'summarize', projectId, wait: 60 })
    assert.match(JSON.stringify(quoting.output), /Xquilia/)

    const answer = await pseudonymise(projectId, someone)
    assert.deepEqual(answer, {
      names: [{ pseudonym: 'Person 1', found: null, sample: [] }],
      searched: null,
      originals: 2,
    })
    await replaced(projectId)
    for (const { id } of [talk, plain, html]) await untilRead(member(), id)

    const now = await member().call(api.getSource, { sourceId: talk.id })
    assert.deepEqual(
      [now.title, now.author, now.tags, now.metadata, now.sha256, now.original],
      [
        'Talk with Person 1',
        'Person 1',
        ['Person 1', 'delivery'],
        { interviewer: 'Ada', 'Person 1': 'Person 1' },
        talk.sha256,
        'rewritten',
      ],
    )
    const { text, segments } = await textOf(talk.id)
    assert.equal(text.split('\n')[1], 'The parcel 1 of Person 1 is late.')
    assert.deepEqual([...new Set(segments.map(({ speaker }) => speaker))], ['Person 1', 'Ada'])
    const after = await mentionsOf(parcels.id)
    assert.deepEqual(new Map(after.map(({ id, seq }) => [id, seq])), seqs)
    const stillFalse = await mentionsOf(parcels.id, 'true')
    assert.deepEqual(new Set(stillFalse.map(({ id }) => id)), new Set([isFalse.id, elsewhere.id]))
    const texts = new Map<string, string>()
    for (const { sourceId, start, end, text, snippet } of [...after, ...stillFalse]) {
      if (!texts.has(sourceId)) texts.set(sourceId, (await textOf(sourceId)).text)
      assert.equal(texts.get(sourceId)!.slice(start, end), text)
      assert.equal(text, 'parcel')
      assert.match(snippet, /parcel/)
    }
    const tracker = await member().call(api.getTracker, { trackerId: her.id })
    assert.deepEqual(
      [tracker.name, tracker.phrases, tracker.query, tracker.scope],
      [
        'Person 1’s words',
        [{ text: 'Person 1', match: 'exact' }],
        'Xquil* AND ("Person 1" OR "Person 1")',
        { speakers: ['Person 1', 'ada'] },
      ],
    )
    assert.ok(
      (await mentionsOf(her.id)).every(({ rule, text }) => rule === 'Person 1' && text === 'Person 1'),
    )
    assert.equal((await mentionsOf(her.id)).length, 50)

    const content = async (sourceId: string) =>
      (await member().call(api.getSourceContent, { sourceId })).text()
    assert.equal(await content(plain.id), 'Person 1\r\nsaid nothing of a parcel.\r\n')
    assert.equal(await content(untouched.id), 'A parcel for nobody.')
    assert.equal((await content(talk.id)).split('\n')[0], 'Person 1: My parcel 0 is here, a good parcel.')
    assert.equal((await member().call(api.getSource, { sourceId: untouched.id })).original, 'kept')
    for (const sourceId of [html.id, failed.id]) await refusal(content(sourceId), 'original_removed')
    await refusal(member().call(api.retrySource, { sourceId: failed.id }), 'original_removed')
    assert.equal((await textOf(html.id)).text, 'Person 1 has a parcel.')
    await refusal(member().call(api.getRun, { runId: quoting.id }), 'run_not_found')
    const { data } = await member().call(api.searchProject, { projectId, q: 'Xquilia' })
    assert.deepEqual(data, [])

    // The tracker’s `Xquil*` is no form of the name.
    assert.deepEqual(await placesOf(app().db, 'xquilia', 'zarnob'), [])
    await verified()
  })

  test('are what later sources have, too, and uploads are recognized', async () => {
    const projectId = await newProject(app(), 'Later')
    await pseudonymise(projectId, someone, { name: 'Ben', pseudonym: 'Courier' })
    await replaced(projectId)
    const input = { projectId, title: 'Xquilia', text: 'Xquilia and Ben met.', externalId: 'x/xquilia' }
    const first = await upload(app(), input)
    assert.equal(first.source.title, 'Person 1')
    const source = await readNow(app(), first.source.id)
    assert.equal((await textOf(source.id)).text, 'Person 1 and Courier met.')
    assert.equal(source.original, 'rewritten')
    const again = await upload(app(), input)
    assert.deepEqual([again.status, again.source], [200, source])
    const changed = await upload(app(), { ...input, text: 'Ben met Xquilia.' })
    assert.equal(changed.source.id, source.id)
    assert.equal((await readNow(app(), source.id)).status, 'ready')
    assert.equal((await textOf(source.id)).text, 'Courier met Person 1.')
    const page = new File(['<p>Ben</p>'], 'Ben.html', { type: 'text/html' })
    const html = await read(app(), { projectId, file: page })
    assert.deepEqual([html.filename, html.original], ['Courier.html', 'removed'])
    assert.equal((await upload(app(), { projectId, file: page })).source.id, html.id)
    const edited = await member().call(api.updateSource, { sourceId: html.id, author: 'BEN', language: 'de' })
    assert.equal(edited.author, 'Courier')
    assert.deepEqual(
      [(await readNow(app(), html.id)).language, (await textOf(html.id)).text],
      ['de', 'Courier'],
    )
    assert.deepEqual(await placesOf(app().db, 'xquilia'), [])
    await verified()
  })

  test('stay the same for a name, and are refused where they would not be one person’s', async () => {
    const projectId = await newProject(app(), 'Stable')
    const source = await read(app(), { projectId, title: 'A', text: 'Xquilia, Zarnobska and Ben' })
    await pseudonymise(projectId, { name: 'Xquilia' }, { name: 'Ben' })
    await replaced(projectId)
    const { names } = await pseudonymise(
      projectId,
      { name: 'Zarnobska', forms: ['xquilia'] },
      { name: 'Cem' },
    )
    assert.deepEqual(
      names.map(({ pseudonym }) => pseudonym),
      ['Person 1', 'Person 3'],
    )
    await replaced(projectId)
    await until(
      () => textOf(source.id),
      ({ text }) => text === 'Person 1, Person 1 and Person 2',
    )
    const wrong: [api.Input<typeof api.pseudonymiseProject>['names'], string][] = [
      [[{ name: 'Dora', forms: ['Ben', 'Cem'] }], 'names[0]'],
      [[{ name: 'Dora' }, { name: 'Ben', pseudonym: 'Somebody' }], 'names[1].pseudonym'],
      [[{ name: 'Dora', pseudonym: 'Person 1' }], 'names[0].pseudonym'],
      [[{ name: 'Dora', forms: ['D.'] }], 'names[0].forms[0]'],
      [[{ name: '…' }], 'names[0].name'],
      [[{ name: 'Dora', pseudonym: 'Not Dora' }], 'names'],
      [[{ name: 'Person' }], 'names'],
      [[], 'names'],
    ]
    for (const [names, path] of wrong) {
      const { errors } = await refusal(pseudonymise(projectId, ...names), 'validation_failed')
      assert.equal(errors?.[0]?.path, path)
    }
    assert.equal((await query('select from project_pseudonyms where project_id = $1', [projectId])).length, 4)
  })

  test('are replaced in the rest after an interruption', async () => {
    const projectId = await newProject(app(), 'Interrupted')
    const texts = ['Xquilia one', 'Xquilia two']
    const ids: string[] = []
    for (const text of texts) ids.push((await read(app(), { projectId, title: 'A', text })).id)
    // As if killed after it took the second source.
    await query(`update sources set status = 'extracting', reading = gen_random_uuid() where id = $1`, [
      ids[1],
    ])
    await query(
      `insert into pseudonymisations (project_id, revision, last_source, total) values ($1, 0, $2, 2)`,
      [projectId, ids[0]],
    )
    await pseudonymise(projectId, someone)
    await replaced(projectId)
    for (const [n, sourceId] of ids.entries()) {
      assert.equal((await textOf(sourceId)).text, texts[n]!.replace('Xquilia', 'Person 1'))
      assert.equal((await member().call(api.getSource, { sourceId })).status, 'ready')
    }
    await verified()
  })

  test('are replaced where another run had gone on before the one that was to read it was killed', async () => {
    const projectId = await newProject(app(), 'Passed by')
    const { id: sourceId } = await read(app(), { projectId, title: 'A', text: 'Xquilia' })
    await pseudonymise(projectId, someone)
    await replaced(projectId)
    await query(`update sources set names_revision = 0, status = 'queued' where id = $1`, [sourceId])
    await query(
      `insert into pseudonymisations (project_id, revision, last_source, total) values ($1, 1, $2, 1)`,
      [projectId, sourceId],
    )
    await query(`insert into pgboss.job (name, data) values ('projects.pseudonymise', $1)`, [{ projectId }])
    await replaced(projectId)
    assert.equal((await member().call(api.getSource, { sourceId })).status, 'ready')
    await verified()
  })

  test('are counted by a preview, which changes nothing', async () => {
    const projectId = await newProject(app(), 'Preview')
    const { id: sourceId } = await read(app(), {
      projectId,
      title: 'Xquilia',
      text: 'Xquilia. Frau Zarnobska! xquilia?',
    })
    const { names, searched } = await admin().call(api.pseudonymiseProject, {
      projectId,
      names: [someone, { name: 'Nobody' }],
      preview: true,
    })
    assert.deepEqual(searched, { sources: 1, of: 1 })
    assert.deepEqual(
      names.map(({ pseudonym, found, sample }) => [pseudonym, found, sample.length]),
      [
        ['Person 1', 3, 3],
        ['Person 2', 0, 0],
      ],
    )
    assert.equal((await textOf(sourceId)).text, 'Xquilia. Frau Zarnobska! xquilia?')
    assert.deepEqual(await query('select from project_pseudonyms where project_id = $1', [projectId]), [])
    await refusal(
      member().call(api.pseudonymiseProject, { projectId, names: [someone], preview: true }),
      'forbidden',
    )
  })
})
