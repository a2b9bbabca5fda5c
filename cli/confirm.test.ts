import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProject, getProject, listProjects, operations } from '#contract'
import { refusal } from '#testing'
import { describeCommandLine } from '../server/testing/command-line.ts'
import { commandName } from './command.ts'
import { apiCommands } from './commands/index.ts'

test('commands ask if nothing can bring back what they remove, and others do not', () => {
  const asking = apiCommands
    .filter(({ options }) => options.some(({ name }) => name === 'yes'))
    .map(commandName)
  assert.deepEqual(asking.sort(), [
    'aerie billing delete-invoice',
    'aerie billing void-invoice',
    'aerie invitations revoke',
    'aerie projects delete',
    'aerie projects pseudonymise',
    'aerie skills delete',
    'aerie sources delete',
    'aerie trackers delete',
  ])
  for (const { id, irreversible, method } of operations)
    assert.ok(!irreversible || method !== 'GET', `${id} only reads`)
})

describeCommandLine('aerie projects delete', (app, run) => {
  const owner = () => app().as('owner')
  const add = (name: string) => owner().call(createProject, { name })

  test('asks on a terminal, names the project, and deletes it only after yes', async () => {
    const { id: projectId } = await add('Interviews')
    for (const stdin of ['n\n', '\n', 'yesterday\n']) {
      const kept = await run(['projects', 'delete', projectId], { terminal: true, stdin })
      assert.equal(kept.code, 1, kept.stdout)
      assert.match(kept.stdout, /Delete a project and everything in it\. This cannot be undone\./)
      assert.match(kept.stdout, /Continue with “Interviews”\? \[y\/N\]/)
      assert.match(kept.stdout, /Canceled\. Nothing was changed\./)
      assert.equal((await owner().call(getProject, { projectId })).name, 'Interviews')
    }
    const deleted = await run(['projects', 'delete', projectId], { terminal: true, stdin: 'y\n' })
    assert.equal(deleted.code, 0, deleted.stdout)
    await refusal(owner().call(getProject, { projectId }), 'project_not_found')
  })

  test('reports an unknown project instead of asking', async () => {
    const unknown = '01890000-0000-7000-8000-000000000000'
    const { code, stdout } = await run(['projects', 'delete', unknown], { terminal: true })
    assert.equal(code, 1)
    assert.match(stdout, /\(project_not_found\)/)
    assert.doesNotMatch(stdout, /Continue/)
  })

  test('needs --yes without a terminal, where nobody can answer', async () => {
    const { id: projectId } = await add('Nightly')
    const refused = await run(['projects', 'delete', projectId], { stdin: 'y\n' })
    assert.equal(refused.code, 2)
    assert.equal(refused.stderr, 'aerie: This cannot be undone. Without a terminal, confirm it with --yes\n')
    assert.equal((await owner().call(getProject, { projectId })).name, 'Nightly')
    assert.equal((await run(['projects', 'delete', projectId, '--yes'])).code, 0)
    assert.deepEqual((await owner().call(listProjects, { q: 'Nightly' })).data, [])
  })
})
