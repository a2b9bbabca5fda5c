import { createProject, createSource, createTracker, getTrackerResults, listSources } from '#contract'
import { newId } from '#platform'
import type { Client, Part } from '../client.ts'
import { everyPage } from './every-page.ts'

/** Sources with one mention each, and readers who follow the cursors of their tracker. */
export async function cursorsPart({ caller, key }: Client): Promise<Part> {
  const { id: projectId } = await caller.certainly(createProject, { name: 'Interviews' }, key)
  const phrases = [{ text: 'waiting room' }]
  const { id: trackerId } = await caller.certainly(
    createTracker,
    { projectId, name: 'Waiting', phrases },
    key,
  )
  /** By reader. */
  const cursors = new Map<string, string>()

  async function addSource({ caller, key }: Client): Promise<void> {
    const title = newId()
    await caller.call(createSource, { projectId, title, text: `${title}: the waiting room was cold.` }, key)
  }

  /** Reads the next mentions. Returns whether there were any. */
  async function follow({ caller, dice, history, key, name }: Client, ask = caller.once): Promise<boolean> {
    const limit = 1 + dice.below(4)
    const after = cursors.get(name)
    const response = await ask(getTrackerResults, { trackerId, limit, ...(after && { after }) }, key)
    if (response?.kind !== 'done') return false
    const { data, cursor } = response.result
    if (cursor) cursors.set(name, cursor)
    history.cursors.readers[name] ??= []
    history.cursors.readers[name].push(data.map(({ id, seq }) => ({ id, seq })))
    return data.length > 0
  }

  return {
    flows: [
      [2, addSource],
      [3, async (client) => void (await follow(client))],
    ],
    async finish(client) {
      const { caller, key, history } = client
      const sources = await everyPage((place) =>
        caller.certainly(listSources, { projectId, status: 'ready', ...place }, key),
      )
      history.cursors.ready = sources.map(({ id }) => id)
      // Newest first, by cursors of their own.
      const mentions = await everyPage(async ({ cursor, limit }) => {
        const place = { order: 'newest' as const, limit, ...(cursor && { after: cursor }) }
        const page = await caller.certainly(getTrackerResults, { trackerId, ...place }, key)
        return { data: page.data, nextCursor: page.cursor }
      })
      history.cursors.listed = mentions.map(({ id, seq, sourceId }) => ({ id, seq, sourceId }))
      for (const name of cursors.keys()) {
        const reader = { ...client, name }
        while (await follow(reader, caller.persist));
      }
    },
  }
}
