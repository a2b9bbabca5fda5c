import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createProject, createSkill, createSource, getRun, getSource, startRun } from '#contract'
import { runKilledJobsAgain, until } from '#testing'
import { onKillableNode } from '../../../testing/kill.ts'
import {
  answering,
  interview,
  type ModelEndpoint,
  type ModelRequest,
  startModelEndpoint,
} from '../testing/index.ts'

const skillMd = '---\nname: complaints\ndescription: Lists complaints.\n---\nList what people complain about.'
const model: { endpoint?: ModelEndpoint } = {}
before(async () => {
  model.endpoint = await startModelEndpoint()
})
after(() => model.endpoint!.close())

onKillableNode(
  'a node that is killed while a model reads',
  (node) => {
    test('another node continues the run with the answers, and pays for none twice', async () => {
      const endpoint = model.endpoint!
      const { client } = node()
      const { id: projectId } = await client.call(createProject, { name: 'Killed' })
      const text = [1, 2, 3].map(interview).join('\n\n')
      const { id: sourceId } = await client.call(createSource, { projectId, title: 'Interview', text })
      await until(
        () => client.call(getSource, { sourceId }),
        ({ status }) => status === 'ready',
      )
      await client.call(createSkill, { content: skillMd })
      const usual = answering()
      endpoint.reply(async (request) => (endpoint.requests.length > 2 ? 'hang' : usual(request)))
      const { id: runId } = await client.call(startRun, { name: 'complaints', projectId })
      await until(
        async () => endpoint.requests.length,
        (count) => count === 3,
      )
      const paid = endpoint.requests.slice(0, 2).map(messagesOf)
      endpoint.reply(usual)
      await node().kill()
      await node().rows(`update skill_runs set seen_at = seen_at - interval '1 minute'`)
      await runKilledJobsAgain(node().rows)
      const run = await until(
        () => node().client.call(getRun, { runId }),
        ({ finishedAt }) => finishedAt !== null,
      )
      assert.deepEqual([run.status, run.progress.done], ['succeeded', run.progress.total])
      const asked = endpoint.requests.map(messagesOf)
      assert.ok(asked.length > 2 && asked.every((messages) => !paid.includes(messages)))
      assert.equal(run.usage?.calls, paid.length + asked.length)
    })
  },
  () => ({ MODEL_URL: model.endpoint!.url, MODEL_NAME: 'a-model', MODEL_CONTEXT: '8000' }),
)

const messagesOf = ({ body }: ModelRequest) => JSON.stringify(body.messages)
