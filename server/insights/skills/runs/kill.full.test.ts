import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProject, createSource, getRun, getSource, type Run, startRun } from '#contract'
import { until } from '#testing'
import { onKillableNode } from '../../../testing/kill.ts'
import { afterAWhile } from '../testing/after-a-while.ts'

const text = 'A sentence that is cited by whoever tests. Another sentence that is cited, too.'

onKillableNode('a node that is killed during a run', (node) => {
  // When it has been taken, while its result is being written, and while that is being committed.
  for (const hold of [
    'after update of started_at on skill_runs',
    'before update of output on skill_runs',
    'constraint after update of output on skill_runs',
  ]) {
    test(`another node resumes the run, and it finishes once: killed ${hold}`, async () => {
      const { client } = node()
      const { id: projectId } = await client.call(createProject, { name: 'Killed' })
      const source = await client.call(createSource, { projectId, title: 'A text', text })
      await until(
        () => client.call(getSource, { sourceId: source.id }),
        ({ status }) => status === 'ready',
      )
      await node().killDuring(() => client.call(startRun, { name: 'summarize', projectId, wait: 60 }), hold)
      await afterAWhile(node())
      const [row] = await node().rows<{ id: string }>('select id from skill_runs order by id desc limit 1')
      const run = await until(
        () => node().client.call(getRun, { runId: row!.id }),
        ({ finishedAt }) => finishedAt !== null,
      )
      assert.equal(run.status, 'succeeded')
      assertGrounded(run)
    })
  }
})

function assertGrounded({ output }: Run): void {
  assert.ok(output && output.citations.length > 0)
  for (const { start, end, quote } of output.citations) assert.equal(text.slice(start, end), quote)
}
