import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, createClient } from '#client'
import { createApiKey, createProject, createSource, createTracker, getRun } from '#contract'
import { type Installation, newInstallation, signInHeaders, testPassword, until } from '#testing'
import { type CommandLine, commandLine } from '../server/testing/command-line.ts'
import { freePort } from '../server/testing/free-port.ts'

const owner = { OWNER_EMAIL: 'owner@aerie.test', OWNER_PASSWORD: testPassword }

describe('aerie trackers results --follow', () => {
  let installation: Installation
  let settings: Record<string, string>
  let node: Awaited<ReturnType<Installation['start']>>
  let client: Client
  let aerie: CommandLine
  let projectId: string
  const add = (text: string) => client.call(createSource, { projectId, title: text.slice(0, 20), text })

  before(async () => {
    installation = await newInstallation()
    // One that nobody gets by chance while no node listens on it.
    settings = { ...owner, PORT: String(await freePort()) }
    node = await installation.start(settings)
    client = createClient({
      baseUrl: node.address,
      headers: await signInHeaders(node.address, owner.OWNER_EMAIL),
    })
    const { token } = await client.call(createApiKey, { name: 'A bot' })
    aerie = await commandLine({ AERIE_URL: node.address, AERIE_API_KEY: token })
    projectId = (await client.call(createProject, { name: 'Followed' })).id
  })
  after(async () => {
    await installation.remove()
    await aerie.remove()
  })

  test('each mention is printed once, across a restart of the server and from the saved cursor', async () => {
    const { id } = await client.call(createTracker, {
      projectId,
      name: 'Price',
      phrases: [{ text: 'price' }],
    })
    const follow = ['trackers', 'results', id, '--follow', '--json', '--cursor-file', 'cursor']
    const following = aerie.start(follow)
    const printed = () =>
      following
        .stdout()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    const seen = (count: number) =>
      until(
        async () => printed().length,
        (length) => length >= count,
      )

    await add('The price, before. And the price again.')
    await seen(2)
    await node.stop()
    await until(
      async () => following.stderr(),
      (text) => text.includes('Waiting for it.'),
    )
    node = await installation.start(settings)
    await add('The price, after.')
    await seen(3)
    following.process.kill('SIGINT')
    const { code, stderr } = await following.ended
    assert.equal(code, 130)
    assert.match(stderr, /^[^\n]+ Waiting for it\.\nThe server is back\.\n$/m)
    assert.deepEqual(
      printed().map(({ seq }) => seq),
      [1, 2, 3],
    )

    await add('The price, while nobody followed.')
    const rest = ['trackers', 'results', id, '--columns', 'seq', '--cursor-file', 'cursor']
    const missed = await until(
      () => aerie.run(rest),
      ({ stdout }) => stdout !== '',
    )
    assert.equal(missed.stdout, 'seq\n4\n')
    assert.equal((await aerie.run(rest)).stdout, '')
  })

  test('--wait waits for a run and prints its output', async () => {
    await add('The delivery was late. The price is too high.')
    const run = await aerie.run([
      'skills',
      'run',
      'summarize',
      '--project',
      projectId,
      '--wait',
      '--sentences',
      '1',
    ])
    assert.equal(run.code, 2)
    const waited = [
      'skills',
      'run',
      'summarize',
      '--project',
      projectId,
      '--wait',
      '--input',
      '{"sentences":1}',
    ]
    const { code, stdout, stderr } = await aerie.run(waited)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^## /)
    const left = await aerie.run([...waited.filter((word) => word !== '--wait'), '--json'])
    const { id: runId } = JSON.parse(left.stdout)
    await until(
      () => client.call(getRun, { runId }),
      ({ finishedAt }) => finishedAt !== null,
    )
    const failed = await aerie.run(['skills', 'run', 'no-such-skill', '--project', projectId, '--wait'])
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, /\(skill_not_found\)/)
  })
})
