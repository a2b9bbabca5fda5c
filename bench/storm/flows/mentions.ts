import * as api from '#contract'
import type { Client, Part } from '../client.ts'

/** Sources with one mention each, and readers who follow the cursors of their tracker. */
export async function mentionsPart({ certainly, newMark }: Client): Promise<Part & { trackerId: string }> {
  const { id: projectId } = await certainly(api.createProject, { name: newMark('interviews') })
  const phrases = [{ text: 'waiting room' }]
  const { id: trackerId } = await certainly(api.createTracker, { projectId, name: 'Waiting', phrases })
  /** By reader. */
  const cursors = new Map<string, string>()

  async function addSource({ change, newMark }: Client): Promise<void> {
    const title = newMark('interview')
    const text = `${title}: the waiting room was cold.`
    await change('done', 'source', title, api.createSource, { projectId, title, text })
  }

  /** Reads the next mentions. Returns whether there were any. */
  async function follow({ call, dice, history, name }: Client, reader = name): Promise<boolean> {
    const limit = 1 + dice.below(4)
    const after = cursors.get(reader)
    const input = { trackerId, limit, ...(after && { after }) }
    const { answer } = await call(api.getTrackerResults, input, undefined, [])
    if (answer?.kind !== 'done') return false
    const { data, cursor } = answer.result
    if (cursor) cursors.set(reader, cursor)
    history.readers[reader] ??= []
    history.readers[reader].push(data.map(({ id, seq }) => ({ id, seq })))
    return data.length > 0
  }

  return {
    trackerId,
    flows: [
      [1.5, addSource],
      [3, (client) => follow(client)],
    ],
    async finish(client) {
      for (const reader of cursors.keys()) while (await follow(client, reader));
    },
  }
}
