import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '#client'
import {
  createProject,
  createSource,
  createTracker,
  deleteTracker,
  dismissMention,
  getTrackerResults,
  type Input,
  listSources,
  type Mention,
  restoreMention,
  updateSource,
  updateTracker,
} from '#contract'
import { onDatabase, until, untilRead } from '#testing'
import { createMatcher, type Matcher } from '../matching/matcher.ts'
import { countersOf, freshScan, mentionsThere } from './testing/scan.ts'
import { sourcesOn } from './testing/sources.ts'
import { settled } from './testing/trackers.ts'

type Scope = NonNullable<Input<typeof createTracker>['scope']>

const words = ['price', 'prices', 'high', 'support', 'fame', 'Café', 'of', '👍🏽', '価格', 'שלום']
const line = fc
  .tuple(
    fc.constantFrom('', 'Ada: ', 'Grace: '),
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }),
  )
  .map(([speaker, said]) => speaker + said.join(' '))
const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\r\n'))
const phrase = fc.record({
  text: fc.constantFrom('price', 'high', 'support', 'price of', 'café', '価'),
  match: fc.constantFrom('exact' as const, 'stem' as const),
})
const definition = fc.record(
  {
    phrases: fc.array(phrase, { minLength: 1, maxLength: 3 }),
    query: fc.constantFrom('price AND NOT fame', 'high NEAR/2 price', 'supp* OR "of fame"'),
    exclude: fc.array(phrase, { maxLength: 1 }),
    scope: fc.constantFrom<Scope>({}, { speakers: ['ADA'] }, { tags: ['été'] }, { to: '2026-01-31' }),
  },
  { requiredKeys: ['phrases'] },
)
const pick = fc.nat(1000)
const tags = fc.constantFrom<string[]>([], ['Ete'], ['other', 'ÉTÉ'])
const day = fc.option(fc.constantFrom('2026-01-31T23:30:00.000Z', '2026-02-01T00:30:00.000Z'))
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), text, day }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rewrite' as const), pick, text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('upload anew' as const), pick, text, day }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), pick, day }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tag' as const), pick, tags }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('track' as const), definition }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), pick, definition }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('judge' as const), pick }) },
)

onDatabase('mentions', (app) => {
  let matcher: Matcher
  before(() => {
    matcher = createMatcher()
  })
  after(() => matcher.stop())
  const member = () => app().as('member')
  const sources = () => sourcesOn(app(), matcher)
  const addProject = async () => (await member().call(createProject, { name: 'Interviews' })).id

  async function resultsOf(query: Input<typeof getTrackerResults>): Promise<Mention[]> {
    const all: Mention[] = []
    for (let after: string | undefined; ; ) {
      const page = await member().call(getTrackerResults, { limit: 3, ...query, ...(after && { after }) })
      all.push(...page.data)
      if (page.data.length < 3 || page.cursor === null) return all
      after = page.cursor
    }
  }

  test('whatever comes, changes and goes, mentions are those of a fresh full scan, and counters those of a count', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        const projectId = await addProject()
        const there: { sources: string[]; trackers: string[] } = { sources: [], trackers: [] }
        const said = new Map<string, string>()
        const one = (of: string[], pick: number) => of[pick % of.length]
        for (const step of steps) {
          if (step.do === 'add') {
            const { text, day: occurredAt } = step
            const id = await sources().add({ projectId, text, occurredAt })
            there.sources.push(id)
            said.set(id, text)
          } else if (step.do === 'track') {
            const made = await member().call(createTracker, { projectId, name: 'Any', ...step.definition })
            there.trackers.push(made.id)
          } else if (step.do === 'edit' || step.do === 'forget') {
            const trackerId = one(there.trackers, step.pick)
            if (!trackerId) continue
            if (step.do === 'edit') await member().call(updateTracker, { trackerId, ...step.definition })
            else {
              await member().call(deleteTracker, { trackerId })
              there.trackers = there.trackers.filter((id) => id !== trackerId)
            }
          } else if (step.do === 'judge') {
            await judge(one(there.trackers, step.pick), step.pick)
          } else {
            const id = one(there.sources, step.pick)
            if (!id) continue
            if (step.do === 'rewrite') {
              // An upload's job would replace what is written under its eyes.
              await untilRead(member(), id)
              await sources().write(id, projectId, step.text)
              said.set(id, step.text)
            } else if (step.do === 'upload anew') {
              const occurredAt = step.day ?? undefined
              // Existing mentions remain, on another day.
              const text = `${said.get(id) || 'price'}\r\n${step.text}`
              said.set(id, text)
              await member().call(createSource, {
                projectId,
                title: 'Anew',
                text,
                externalId: id,
                occurredAt,
              })
            } else if (step.do === 'move')
              await member().call(updateSource, { sourceId: id, occurredAt: step.day })
            else if (step.do === 'tag') await member().call(updateSource, { sourceId: id, tags: step.tags })
            else {
              await sources().remove(id)
              there.sources = there.sources.filter((other) => other !== id)
            }
          }
        }
        await settled(app(), projectId)
        await until(
          () => member().call(listSources, { projectId }),
          ({ counts }) => counts.queued + counts.extracting === 0,
        )
        const found = await freshScan(app().db, matcher, projectId)
        assert.deepEqual(await mentionsThere(app().db, projectId), found)
        const { kept, counted } = await countersOf(app().db, projectId)
        assert.deepEqual(kept, counted)
        for (const trackerId of there.trackers) {
          const shown = await resultsOf({ trackerId })
          const ofTracker = found.filter((mention) => mention.trackerId === trackerId)
          assert.equal(shown.length, ofTracker.filter(({ dismissed }) => !dismissed).length)
          const dismissed = await resultsOf({ trackerId, dismissed: 'true' })
          assert.equal(shown.length + dismissed.length, ofTracker.length)
          assert.equal(new Set(shown.map(({ seq }) => seq)).size, shown.length)
          assert.deepEqual((await resultsOf({ trackerId, order: 'newest' })).reverse(), shown)
          for (const { snippet, highlights, text } of shown)
            for (const [start, end] of highlights)
              assert.ok(text.replace(/\s+/g, ' ').includes(snippet.slice(start, end)), snippet)
        }
      }),
      // A shorter run of a race proves nothing.
      { numRuns: 6, endOnFailure: true },
    )
  })

  /** Dismisses mentions of a tracker, or restores them. */
  async function judge(trackerId: string | undefined, pick: number): Promise<void> {
    if (!trackerId) return
    const dismissed = pick % 3 === 0 ? 'true' : 'false'
    const { data } = await member().call(getTrackerResults, { trackerId, dismissed })
    const operation = dismissed === 'true' ? restoreMention : dismissMention
    for (const { id: mentionId } of data.filter((_, n) => n % 2 === pick % 2))
      await member()
        .call(operation, { trackerId, mentionId })
        .catch((error) => {
          // A job may have removed it meanwhile.
          if (!(error instanceof ApiError && error.code === 'mention_not_found')) throw error
        })
  }

  test('a mention that stays shows the speaker and the words that are around it now', async () => {
    const projectId = await addProject()
    const tracked = { projectId, name: 'Prices', query: 'price AND (high OR steep)' }
    const { id: trackerId } = await member().call(createTracker, tracked)
    const id = await sources().add({ projectId, text: 'Ada: price, high' })
    const [before] = await resultsOf({ trackerId })
    assert.equal(before!.speaker, 'Ada')

    await sources().write(id, projectId, '👍🏽 price, high, they say')
    const [after] = await resultsOf({ trackerId })
    assert.deepEqual({ ...after, speaker: 'Ada', startMs: 0, snippet: before!.snippet }, before)
    assert.deepEqual([after!.speaker, after!.snippet], [null, '👍🏽 price, high, they say'])

    await member().call(updateTracker, { trackerId, query: 'price AND high AND they' })
    await settled(app(), projectId)
    assert.deepEqual(await mentionsThere(app().db, projectId), await freshScan(app().db, matcher, projectId))
  })
})
