import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createProject,
  createTracker,
  dismissMention,
  getTrackerResults,
  type Mention,
  restoreMention,
  updateTracker,
} from '#contract'
import { onPostgres } from '#testing'
import { random as randomFrom } from '../../testing/random.ts'
import { createMatcher, type Matcher } from '../matching/matcher.ts'
import { countersOf, freshScan, mentionsThere } from './testing/scan.ts'
import { sourcesOn } from './testing/sources.ts'
import { settled } from './testing/trackers.ts'

const writers = 6
const stepsEach = 12
const words = ['price', 'high', 'fair', 'support', 'of', 'fame']

onPostgres('pollers', (app) => {
  let matcher: Matcher
  before(() => {
    matcher = createMatcher()
  })
  after(() => matcher.stop())

  test('miss nothing and see nothing twice, whatever two nodes write meanwhile', async (t) => {
    const seed = Math.floor(Math.random() * 2 ** 31)
    t.diagnostic(`seed ${seed}`)
    const random = randomFrom(seed)
    const nodes = [app(), await app().startNode()]
    const { id: projectId } = await app().as('member').call(createProject, { name: 'Interviews' })
    const say = () => Array.from({ length: 12 }, () => oneOf(words)).join(' ')
    const ids: string[] = []
    for (let n = 0; n < 4; n++) ids.push(await sourcesOn(app(), matcher).add({ projectId, text: say() }))
    const trackers = await Promise.all(
      ['price', 'high'].map((text) =>
        app()
          .as('member')
          .call(createTracker, { projectId, name: text, phrases: [{ text }] }),
      ),
    )
    await settled(app(), projectId)

    const dismissed = new Set<string>()
    let writing = true
    const pollers = await Promise.all(trackers.map(({ id }) => startPoller(id)))
    await Promise.all([...Array.from({ length: writers }, write), edit(), judge()])
    writing = false
    await settled(app(), projectId)

    const there = await mentionsThere(app().db, projectId)
    assert.deepEqual(there, await freshScan(app().db, matcher, projectId))
    for (const poller of pollers) {
      const seen = await poller.end()
      const seqs = seen.map(({ seq }) => seq)
      assert.deepEqual(
        seqs,
        [...new Set(seqs)].sort((a, b) => a - b),
        'none twice, none late',
      )
      const twice = seen.filter(({ id }, n) => seen.findIndex((other) => other.id === id) < n)
      assert.deepEqual(
        twice.filter(({ id }) => !dismissed.has(id)),
        [],
        'none again, unless it was dismissed, and restored by someone or by another text around it',
      )
      const known = new Set([...poller.before, ...seen].map(({ id, seq }) => `${id} ${seq}`))
      const missed = (await all(poller.trackerId)).filter(({ id, seq }) => !known.has(`${id} ${seq}`))
      assert.deepEqual(missed, [])
    }
    const { kept, counted } = await countersOf(app().db, projectId)
    assert.deepEqual(kept, counted)

    /** Begins with what is there, and then asks for what is new, of one node or the other. */
    async function startPoller(trackerId: string) {
      const begin = await app().as('member').call(getTrackerResults, { trackerId, limit: 200 })
      const seen: Mention[] = []
      let after = begin.cursor!
      const look = async () => {
        const page = await oneOf(nodes)
          .as('member')
          .call(getTrackerResults, { trackerId, after, limit: 1 + Math.floor(random() * 20) })
        seen.push(...page.data)
        after = page.cursor!
        return page.data.length
      }
      const polling = (async () => {
        while (writing) if ((await look()) === 0) await wait(2)
      })()
      return {
        trackerId,
        before: begin.data,
        async end() {
          await polling
          while ((await look()) > 0);
          return seen
        },
      }
    }

    async function write() {
      for (let n = 0; n < stepsEach; n++) {
        const sources = sourcesOn(oneOf(nodes), matcher)
        const what = random()
        const id = oneOf(ids)
        if (what < 0.3) ids.push(await sources.add({ projectId, text: say() }))
        else if (what < 0.8) await sources.write(id, projectId, say(), () => wait(random() * 20))
        else if (what < 0.9) await sources.move(id, `2026-01-0${1 + Math.floor(random() * 9)}T12:00:00.000Z`)
        else await sources.remove(id)
      }
    }

    /** Dismisses mentions, and restores some. */
    async function judge() {
      for (let n = 0; n < 20; n++) {
        const { id: trackerId } = oneOf(trackers)
        const member = oneOf(nodes).as('member')
        const { data } = await member.call(getTrackerResults, { trackerId, order: 'newest', limit: 5 })
        for (const { id: mentionId } of data) {
          const isGone = (error: { code?: string }) => {
            if (error.code !== 'mention_not_found') throw error
          }
          dismissed.add(mentionId)
          await member.call(dismissMention, { trackerId, mentionId }).catch(isGone)
          if (random() < 0.5) continue
          await member.call(restoreMention, { trackerId, mentionId }).catch(isGone)
        }
      }
    }

    async function edit() {
      for (let n = 0; n < 6; n++) {
        const { id: trackerId } = oneOf(trackers)
        const phrases = words.filter(() => random() < 0.4).map((text) => ({ text }))
        await oneOf(nodes)
          .as('member')
          .call(updateTracker, { trackerId, phrases: [{ text: 'price' }, ...phrases] })
        await wait(30)
      }
    }

    async function all(trackerId: string): Promise<Mention[]> {
      const found: Mention[] = []
      for (let after: string | undefined; ; ) {
        const page = await app()
          .as('member')
          .call(getTrackerResults, { trackerId, limit: 200, ...(after && { after }) })
        found.push(...page.data)
        if (page.data.length === 0) return found
        after = page.cursor!
      }
    }

    function oneOf<T>(of: T[]): T {
      return of[Math.floor(random() * of.length)]!
    }
  })
})
