import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import {
  createProject,
  createTracker,
  getProject,
  getSourceText,
  listSources,
  type Run,
  type Source,
} from '#contract'
import { onEachDatabase, until } from '#testing'

const run = promisify(execFile)

const interviews = {
  'ada.txt': 'Ada said that the price is too high.\n\nShe would pay for good support, and stay for years.\n',
  'grace hopper.vtt':
    'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Grace>The price is fair for what it does.\n',
}

/** The commands of README.md's section, as they stand there. */
async function commandsOf(section: string): Promise<string[]> {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const [, body = ''] = readme.split(`\n## ${section}\n`)
  const [text = ''] = body.split('\n## ')
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, command = '']) => command)
}

onEachDatabase('the three uses in README.md', (app) => {
  let folder: string
  let environment: Record<string, string | undefined>
  let commands: string[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aerie-shell-'))
    await mkdir(join(folder, 'interviews'))
    for (const [name, text] of Object.entries(interviews))
      await writeFile(join(folder, 'interviews', name), text)
    const script = await app().withKey('member')
    const { id: PROJECT } = await script.call(createProject, { name: 'Interviews' })
    const { id: TRACKER } = await script.call(createTracker, {
      projectId: PROJECT,
      name: 'Price',
      phrases: [{ text: 'price' }],
    })
    environment = { PATH: process.env.PATH, AERIE: app().url, AERIE_API_KEY: script.token, PROJECT, TRACKER }
    commands = await commandsOf('From a shell')
    assert.equal(commands.length, 3)
  })
  after(() => rm(folder, { recursive: true }))

  async function inShell(use: number): Promise<string> {
    const script = commands[use] ?? assert.fail(`README.md has no use ${use}`)
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: environment,
    })
    return stdout
  }
  const sources = async () =>
    (
      await app()
        .as('member')
        .call(listSources, { projectId: environment.PROJECT ?? '' })
    ).data

  test('a scheduled job uploads sources, and does no harm when it does so again', async () => {
    await inShell(0)
    const uploaded = await until(sources, (found) => found.every(({ status }) => status === 'ready'))
    assert.deepEqual(
      uploaded.map(({ externalId }) => externalId).toSorted(),
      Object.keys(interviews).toSorted(),
    )
    const ada = uploaded.find(({ externalId }) => externalId === 'ada.txt') as Source
    const { text } = await app().as('member').call(getSourceText, { sourceId: ada.id })
    assert.equal(text, interviews['ada.txt'])

    await inShell(0)
    assert.deepEqual(await sources(), uploaded)
  })

  test('a chat bot fetches what a tracker found', async () => {
    const markdown = await inShell(1)
    assert.match(markdown, /Price/)
    assert.match(markdown, /too high/)
    assert.match(markdown, /Grace/)
    const { counts } = await app()
      .as('member')
      .call(getProject, { projectId: environment.PROJECT ?? '' })
    assert.deepEqual(counts, { sources: 2, trackers: 1, mentions: 2 })
  })

  test('another service starts a skill, and gets what it wrote', async () => {
    const { status, output }: Run = JSON.parse(await inShell(2))
    assert.equal(status, 'succeeded')
    assert.ok(output && output.citations.length > 0)
    for (const { quote } of output.citations)
      assert.ok(
        Object.values(interviews).some((text) => text.includes(quote)),
        quote,
      )
  })
})
