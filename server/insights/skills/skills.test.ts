import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '#client'
import {
  createProject,
  createSkill,
  createSource,
  deleteSkill,
  getSkill,
  getSource,
  listSkills,
  startRun,
} from '#contract'
import { newId } from '#platform'
import {
  meeting,
  onDatabase,
  onPostgres,
  refusal,
  signInHeaders,
  startNodeProcess,
  testPassword,
  until,
} from '#testing'
import { answering, startModelEndpoint } from './testing/index.ts'

const skillMd = (name: string, below = 'Write it down.') =>
  `---\nname: ${name}\ndescription: Writes down what was decided.\n---\n\n${below}\n`

onDatabase('skills', (app) => {
  const member = () => app().as('member')
  const add = (content: string) => member().call(createSkill, { content })

  test('three skills are built in, and can neither be replaced nor deleted', async () => {
    const { data } = await member().call(listSkills)
    assert.deepEqual(
      data.slice(0, 3).map(({ name, builtIn, available }) => [name, builtIn, available]),
      ['sentiment', 'summarize', 'themes'].map((name) => [name, true, true]),
    )
    const { lastRun, ...themes } = data[2]!
    assert.deepEqual(await member().call(getSkill, { name: 'themes' }), themes)
    assert.equal(lastRun, null)
    assert.ok('question' in (themes.inputSchema.properties as object))
    await refusal(add(skillMd('themes')), 'skill_name_taken')
    await refusal(app().as('admin').call(deleteSkill, { name: 'themes' }), 'skill_built_in')
  })

  test('a team adds a custom skill as text or as a file, and an admin deletes it', async () => {
    const added = await add(skillMd('decisions'))
    assert.deepEqual(
      [added.name, added.description, added.instructions, added.builtIn, added.available],
      ['decisions', 'Writes down what was decided.', 'Write it down.', false, false],
    )
    assert.equal(added.createdBy?.id, app().people.member.id)
    const file = new File([skillMd('from-a-file')], 'SKILL.md', { type: 'text/markdown' })
    const uploaded = await member().call(createSkill, { file })
    assert.equal(uploaded.instructions, 'Write it down.')
    assert.deepEqual(await member().call(getSkill, { name: 'from-a-file' }), uploaded)
    const { data } = await member().call(listSkills)
    assert.deepEqual(data.slice(3), [
      { ...added, instructions: null, lastRun: null },
      { ...uploaded, instructions: null, lastRun: null },
    ])
    await refusal(add(skillMd('decisions')), 'skill_name_taken')
    await refusal(member().call(deleteSkill, { name: 'decisions' }), 'forbidden')
    for (const name of ['decisions', 'from-a-file']) await app().as('admin').call(deleteSkill, { name })
    await refusal(member().call(getSkill, { name: 'decisions' }), 'skill_not_found')
    await refusal(app().as('admin').call(deleteSkill, { name: 'decisions' }), 'skill_not_found')
  })

  test('an invalid SKILL.md is rejected with the line, as text or as a file', async () => {
    const wrong = skillMd('My Skill')
    const message = /^Line 2: `name` must be of lower-case letters/
    const asText = await refusal(add(wrong), 'validation_failed')
    assert.equal(asText.errors?.[0]?.path, 'content')
    assert.match(asText.errors[0].message, message)
    const asFile = await refusal(
      member().call(createSkill, { file: new File([wrong], 'SKILL.md') }),
      'validation_failed',
    )
    assert.equal(asFile.errors?.[0]?.path, 'file')
    assert.match(asFile.errors[0].message, message)
    for (const bytes of [Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('---\0'), Buffer.alloc(500_000, 'x')]) {
      const file = new File([bytes], 'SKILL.md')
      const refused = await refusal(member().call(createSkill, { file }), 'validation_failed')
      assert.equal(refused.errors?.[0]?.path, 'file')
    }
  })
})

onPostgres('adding skills', (app) => {
  test('of several simultaneous skills with one name, one is added; and there are never more than 200', async () => {
    const add = (name: string) =>
      app()
        .as('member')
        .call(createSkill, { content: skillMd(name) })
        .then(
          () => 'added',
          (error) => error.code,
        )
    const userId = app().people.member.id
    await app().db.pool.query(
      `insert into skills (name, description, instructions, created_by)
       select 'skill-' || n, 'd', 'i', $1 from generate_series(1, 197) n`,
      [userId],
    )
    const same = await meeting(app().databaseUrl, { lock: 'lock table skills', count: 3 }, () =>
      Promise.all([add('same'), add('same'), add('same')]),
    )
    assert.deepEqual(same.toSorted(), ['added', 'skill_name_taken', 'skill_name_taken'])
    const more = await meeting(app().databaseUrl, { lock: 'lock table skills', count: 5 }, () =>
      Promise.all([1, 2, 3, 4, 5].map((n) => add(`more-${n}`))),
    )
    assert.deepEqual(more.toSorted(), ['added', 'added', ...Array(3).fill('too_many_skills')])
    const { rows } = await app().db.pool.query('select count(*) from skills')
    assert.equal(rows[0].count, 200)
  })
})

test('a custom skill runs on a configured model, whose key is in no response, log or file', async () => {
  const key = `sk-${newId()}-${newId()}`
  const endpoint = await startModelEndpoint()
  const node = await startNodeProcess({
    MODEL_URL: endpoint.url,
    MODEL_NAME: 'a-model',
    MODEL_KEY: key,
    LOG_LEVEL: 'debug',
    OWNER_EMAIL: 'owner@aerie.test',
    OWNER_PASSWORD: testPassword,
  })
  try {
    const headers = await signInHeaders(node.url, 'owner@aerie.test')
    const owner = createClient({ baseUrl: node.url, headers })
    const added = await owner.call(createSkill, { content: skillMd('decisions') })
    assert.equal(added.available, true)
    const { id: projectId } = await owner.call(createProject, { name: 'Meetings' })
    const text = 'We decided to move in March. Otto tells the landlord.'
    const { id: sourceId } = await owner.call(createSource, { projectId, title: 'Minutes', text })
    await until(
      () => owner.call(getSource, { sourceId }),
      ({ status }) => status === 'ready',
    )
    endpoint.reply({ status: 400, body: `{"error":{"message":"The key ${key} is wrong"}}` })
    const run = () => owner.call(startRun, { name: 'decisions', projectId, wait: 30 })
    const failed = await run()
    assert.deepEqual(
      [failed.error?.code, failed.error?.endpointMessage],
      ['model_failed', 'The key [key] is wrong'],
    )
    const quotes = ['move in March']
    endpoint.reply(
      answering({ find: () => JSON.stringify({ findings: [{ claim: 'They move in March.', quotes }] }) }),
    )
    const done = await run()
    assert.match(done.output?.markdown ?? '', /They move in March\. \[1\]/)
    assert.equal(endpoint.requests[0]?.headers.authorization, `Bearer ${key}`)

    assert.equal(await node.end('SIGTERM'), 0)
    for (const said of [JSON.stringify([added, failed, done]), node.output()]) assert.ok(!said.includes(key))
    const entries = await readdir(node.dataDir, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    let found = 0
    for (const { parentPath, name } of files) {
      const bytes = await readFile(join(parentPath, name))
      assert.ok(!bytes.includes(key), name)
      if (bytes.includes('Otto tells the landlord')) found++
    }
    assert.ok(found > 0, 'what is searched is what was meant')
  } finally {
    await node.remove()
    await endpoint.close()
  }
})
