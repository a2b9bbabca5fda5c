import type { Client } from '#client'
import { createProject, createSource, createTracker, getTracker, startRun } from '#contract'
import { until } from '#testing'

/** Creates a project with a source, a tracker that mentions it, and a run that cites it. Returns their ids. */
export async function createResearch(client: Client) {
  const { id: projectId } = await client.call(createProject, { name: 'Interviews' })
  const { id: sourceId } = await client.call(createSource, {
    projectId,
    title: 'A call',
    text: 'Nobody could explain the price to us. '.repeat(50),
  })
  const { id: trackerId } = await client.call(createTracker, {
    projectId,
    name: 'Money',
    phrases: [{ text: 'price' }],
  })
  await until(
    () => client.call(getTracker, { trackerId }),
    ({ backfill, counts }) => backfill === null && counts.mentions > 0,
  )
  const { id: runId } = await client.call(startRun, { name: 'summarize', projectId, input: {}, wait: 30 })
  return { projectId, sourceId, trackerId, runId }
}
