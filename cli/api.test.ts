import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProject, createSource, getProject, listProjects } from '#contract'
import { refusal } from '#testing'
import { describeCommandLine } from '../server/testing/command-line.ts'

describeCommandLine('aerie api', (app, run) => {
  const owner = () => app().as('owner')
  const call = (...args: string[]) => run(['api', ...args])

  test('sends a body from an argument, a file or standard input, and prints the response', async () => {
    const file = join(tmpdir(), `aerie-api-${process.pid}.json`)
    await writeFile(file, '{"name":"From a file"}')
    const created = [
      await call('POST', '/api/projects', '--data', '{"name":"Typed"}'),
      await call('post', '/api/projects', '--data', `@${file}`),
      await run(['api', 'POST', '/api/projects', '--data', '-'], { stdin: '{"name":"Piped"}' }),
    ].map(({ code, stdout, stderr }) => {
      assert.deepEqual([code, stderr], [0, ''])
      return JSON.parse(stdout)
    })
    assert.deepEqual(
      created.map(({ name }) => name),
      ['Typed', 'From a file', 'Piped'],
    )
    const [{ id: projectId }] = created
    const updated = await call('PATCH', `/api/projects/${projectId}`, '--data', '{"name":"Renamed"}')
    assert.equal(updated.code, 0, updated.stderr)
    assert.equal((await owner().call(getProject, { projectId })).name, 'Renamed')
    assert.equal((await call('DELETE', `${app().url}/api/projects/${projectId}`)).code, 0)
    await refusal(owner().call(getProject, { projectId }), 'project_not_found')
  })

  test('takes the query as part of the path, and prints a response of any type as it is', async () => {
    for (const name of ['Query 1', 'Query 2']) await owner().call(createProject, { name })
    const { stdout } = await call('GET', '/api/projects?q=Query&limit=1')
    const page = JSON.parse(stdout)
    assert.equal(page.data.length, 1)
    assert.ok(page.nextCursor)
    const { id: projectId } = page.data[0]
    const source = await owner().call(createSource, { projectId, title: 'A', text: 'It is said.' })
    assert.equal((await call('GET', `/api/sources/${source.id}/content`)).stdout, 'It is said.')
    const output = join(tmpdir(), `aerie-api-${process.pid}.txt`)
    await call('GET', `/api/sources/${source.id}/content`, '--output', output)
    assert.equal(await readFile(output, 'utf8'), 'It is said.')
    const onTerminal = await run(['api', 'GET', '/api/me'], { terminal: true })
    assert.match(onTerminal.stdout, /\{\r\n {2}"user": \{/)
  })

  test('repeats a POST only with an idempotency key, which the other commands generate, too', async () => {
    const create = ['POST', '/api/projects', '--data', '{"name":"Once"}', '--idempotency-key', 'once']
    assert.equal((await call(...create)).stdout, (await call(...create)).stdout)
    assert.equal((await owner().call(listProjects, { q: 'Once' })).data.length, 1)
  })

  test('fails like the other commands', async () => {
    const unknown = await call('GET', '/api/nothing-here')
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /^aerie: .+ \(not_found\)\nRequest /)
    const invalid = await call('POST', '/api/projects', '--data', '{"nmae":"A"}')
    assert.equal(invalid.code, 1)
    assert.match(invalid.stderr, /\(validation_failed\)\n.*nmae: Unknown field/s)
    for (const [args, message] of [
      [['PUT', '/api/projects'], 'METHOD is one of GET, POST, PATCH, DELETE'],
      [['GET', 'api/projects'], 'PATH starts with /api/'],
      [['GET', '/'], 'PATH starts with /api/'],
      [['GET', '/api/../sign-in'], 'PATH starts with /api/'],
      [['POST', '/api/projects', '--data', '[]'], '--data is not a JSON object'],
      [['POST', '/api/projects', '--data', '{'], '--data: not JSON'],
      [['GET', '/api/projects', '--data', '{}'], '--data: GET has no body'],
      [['PATCH', '/api/projects/1', '--idempotency-key', '1'], '--idempotency-key is for POST'],
      [['GET'], 'PATH is missing'],
    ] as const) {
      const { code, stderr } = await call(...args)
      assert.equal(code, 2, stderr)
      assert.ok(stderr.includes(message), stderr)
    }
  })

  test('never sends the key to another server', async () => {
    let asked = 0
    const other = createServer((_request, response) => {
      asked++
      response.end('{}')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const host = new URL(app().url).host
    for (const path of [
      `http://127.0.0.1:${port}/api/me`,
      `HTTP://127.0.0.1:${port}/api/me`,
      `//127.0.0.1:${port}/api/me`,
      `/\\127.0.0.1:${port}/api/me`,
      `http://${host}@127.0.0.1:${port}/api/me`,
      `@127.0.0.1:${port}/api/me`,
      `/../@127.0.0.1:${port}/api/me`,
    ]) {
      const { code, stderr } = await call('GET', path)
      assert.equal(code, 2, `${path}: ${stderr}`)
    }
    const { stderr } = await call('GET', `http://127.0.0.1:${port}/api/me`)
    assert.match(stderr, /PATH is on another server than http:/)
    assert.equal(asked, 0)
    other.close()
  })
})
