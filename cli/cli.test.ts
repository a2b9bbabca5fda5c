import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createPatient, createProject, createSource, listGrants, listProjects, revokeApiKey } from '#contract'
import { startTestApp, type TestApp } from '#testing'
import { type CommandLine, commandLine } from '../server/testing/command-line.ts'

describe('the command line', () => {
  let app: TestApp
  let aerie: CommandLine
  let token: string
  const owner = () => app.as('owner')

  before(async () => {
    app = await startTestApp()
    token = (await app.withKey('owner')).token
    aerie = await commandLine({ AERIE_URL: app.url, AERIE_API_KEY: token })
  })
  after(async () => {
    await app.stop()
    await aerie.remove()
  })

  test('a created record exists, and --json prints the response', async () => {
    const created = await aerie.run([
      'projects',
      'create',
      '--name',
      'Interviews',
      '--description=-1',
      '--json',
    ])
    assert.equal(created.code, 0, created.stderr)
    const project = JSON.parse(created.stdout)
    assert.equal(created.stdout, `${JSON.stringify(project)}\n`)
    const { data } = await owner().call(listProjects, { q: 'Interviews' })
    assert.deepEqual(data, [project])

    const list = await aerie.run([
      'projects',
      'list',
      '--q',
      'Interviews',
      '--columns',
      'name,counts.sources',
    ])
    assert.equal(list.stdout, 'name\tcounts.sources\nInterviews\t0\n')
    const record = await aerie.run(['projects', 'get', project.id])
    assert.match(record.stdout, /^name +Interviews$/m)
    assert.match(record.stdout, /^counts\n {2}sources +0$/m)
    assert.equal(
      (await aerie.run(['projects', 'get', project.id, '--field', 'id'])).stdout,
      `${project.id}\n`,
    )
  })

  test('a body is read from a file or standard input, and options override it', async () => {
    const body = { givenName: 'Ada', familyName: 'Lovelace', address: { city: 'London' } }
    const file = join(tmpdir(), `aerie-body-${process.pid}.json`)
    await writeFile(file, JSON.stringify(body))
    const args = ['patients', 'create', '--given-name', 'Augusta', '--json']
    const fromFile = await aerie.run([...args, '--body', `@${file}`])
    const fromInput = await aerie.run([...args, '--body', '-'], { stdin: JSON.stringify(body) })
    for (const { stdout, stderr } of [fromFile, fromInput]) {
      const patient = JSON.parse(stdout || stderr)
      assert.deepEqual([patient.givenName, patient.familyName], ['Augusta', 'Lovelace'])
      assert.equal(patient.address.city, 'London')
    }
  })

  test('--all lists every page, one row of JSON per line', async () => {
    const { id: projectId } = await owner().call(createProject, { name: 'Pages' })
    for (const n of [1, 2, 3]) await owner().call(createSource, { projectId, title: `${n}`, text: `${n}` })
    const page = await aerie.run(['sources', 'list', projectId, '--limit', '2', '--columns', 'title'])
    assert.equal(page.stdout, 'title\n3\n2\n')
    assert.match(page.stderr, /use --cursor \S+ for the next page, or --all for all pages/)
    const all = await aerie.run(['sources', 'list', projectId, '--limit', '2', '--all', '--json'])
    const titles = all.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).title)
    assert.deepEqual(titles, ['3', '2', '1'])
  })

  test('invalid options are named before anything is sent', async () => {
    const wrong = await aerie.run([
      'billing',
      'create-invoice',
      '--lines',
      '[{"quantity":0}]',
      '--terms-days',
      '1.5',
    ])
    assert.equal(wrong.code, 2)
    assert.equal(wrong.stdout, '')
    assert.match(wrong.stderr, /--help$/m)
    assert.match(wrong.stderr, /^ {2}--patient is missing$/m)
    assert.match(wrong.stderr, /^ {2}--lines \[0\]\.quantity: Enter more than zero$/m)
    assert.match(wrong.stderr, /^ {2}--terms-days: /m)
  })

  test('a change that waits for a confirmation in the browser is printed as such', async () => {
    const change = ['settings', 'update', '--letterhead', '{"iban":"DE02120300000000202051"}']
    const { code, stdout, stderr } = await aerie.run([...change, '--json'])
    const [grant] = (await owner().call(listGrants)).data
    assert.deepEqual([code, JSON.parse(stdout)], [0, { id: grant?.id, status: 'unconfirmed' }])
    assert.match(
      stderr,
      /^Nothing has changed yet\. It waits until an owner or admin confirms it in the browser\.\n$/,
    )
    assert.match((await aerie.run(change)).stdout, /^status +unconfirmed$/m)
    assert.match((await aerie.run(['grants', 'list'])).stdout, /settings\.update\tIBAN from none to/)
    assert.equal((await aerie.run(['grants', 'decline', grant?.id ?? ''])).code, 0)
    assert.deepEqual((await owner().call(listGrants)).data, [])
  })

  test('a problem is shown with its code, its fields and the request id', async () => {
    const unknown = await aerie.run(['projects', 'get', '019b76da-a800-7000-8000-000000000000'])
    assert.equal(unknown.code, 1)
    assert.match(
      unknown.stderr,
      /^aerie: Project not found\. \(project_not_found\)\nRequest [0-9a-f-]{36}\n$/,
    )
    // Only the server detects this error.
    const lines = '[{"description":"x","quantity":1,"unitPrice":1,"discountAmount":2}]'
    const patient = await owner().call(createPatient, { givenName: 'Ada' })
    const refused = await aerie.run(['billing', 'create-invoice', '--patient', patient.id, '--lines', lines])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /\(validation_failed\)\n {2}--lines \[0\]\.\w+: /)
  })

  test('a key is saved in a private file, used for its server only, and rejected if others can read the file', async () => {
    const env = { AERIE_API_KEY: '', AERIE_URL: '' }
    const config = await aerie.run(['login', '--url', app.url], { env, stdin: `${token}\n` })
    assert.match(config.stderr, /Signed in as The owner <owner@aerie.test>, owner at http/)
    const file = config.stderr.match(/Saved in (.*)\n/)?.[1] ?? ''
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.equal((await stat(join(file, '..'))).mode & 0o777, 0o700)

    const me = await aerie.run(['whoami'], { env })
    assert.equal(me.code, 0, me.stderr)
    assert.match(me.stdout, /^The owner <owner@aerie.test>, owner at .* with the key “A key of the owner”/)
    const elsewhere = await aerie.run(['whoami'], { env: { ...env, AERIE_URL: 'http://127.0.0.1:9' } })
    assert.deepEqual(
      [elsewhere.code, elsewhere.stderr.split('.')[0]],
      [2, 'aerie: No API key for http://127'],
    )

    await chmod(file, 0o640)
    const refused = await aerie.run(['whoami'], { env })
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /other users can read or change it\. Run: chmod 600 /)
    assert.equal((await aerie.run(['logout'], { env })).code, 0)
    assert.equal((await aerie.run(['whoami'], { env })).code, 2)
  })

  test('a key is rejected as an argument, and never printed', async () => {
    const before = await aerie.run(['login'], { stdin: token.replace('aie_', 'eia_') })
    const asArgument = await aerie.run(['projects', 'list', `--key=${token}`])
    const revoked = await app.withKey('owner')
    await owner().call(revokeApiKey, { keyId: revoked.keyId })
    const used = await aerie.run(['login'], { stdin: revoked.token })
    const echoed = await aerie.run(['projects', 'create', '--body', '-'], { stdin: `{"${token}":1}` })
    assert.deepEqual([before.code, asArgument.code, used.code, echoed.code], [2, 2, 1, 2])
    assert.match(asArgument.stderr, /the shell history keeps it\. Revoke it/)
    assert.match(used.stderr, /\(unauthenticated\)/)
    for (const { stdout, stderr } of [before, asArgument, used, echoed]) {
      for (const secret of [token, revoked.token]) assert.ok(!(stdout + stderr).includes(secret.slice(13)))
    }
  })

  test('a missing server, another server and a rejected call have different errors', async () => {
    const foreign = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('hi'),
    )
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
    const { port } = foreign.address() as { port: number }
    const env = { AERIE_URL: `http://127.0.0.1:${port}` }
    const notAerie = await aerie.run(['projects', 'list'], { env })
    foreign.close()
    foreign.closeAllConnections()
    const nobody = await aerie.run(['projects', 'list'], { env })
    assert.deepEqual([notAerie.code, nobody.code], [3, 3])
    assert.match(notAerie.stderr, /is not Aerie \(200, text\/html\)/)
    assert.match(nobody.stderr, /does not respond: connection refused/)
  })

  test('a file is written to --output, and only text to a terminal', async () => {
    const { id: projectId } = await owner().call(createProject, { name: 'Files' })
    const source = await owner().call(createSource, { projectId, title: 'A', text: 'It is \u001b[2Jred.' })
    const get = ['sources', 'get-content', source.id]
    const piped = await aerie.run(get)
    assert.equal(piped.stdout, 'It is \u001b[2Jred.')
    const refused = await aerie.run(get, { terminal: true })
    assert.equal(refused.code, 2)
    assert.match(refused.stdout, /--output FILE/)
    const folder = join(tmpdir(), `aerie-files-${process.pid}`)
    await mkdir(folder, { recursive: true })
    assert.equal((await aerie.run([...get, '--output', join(folder, 'a.txt')])).code, 0)
    assert.equal(await readFile(join(folder, 'a.txt'), 'utf8'), 'It is \u001b[2Jred.')
    const nowhere = await aerie.run([...get, '--output', join(folder, 'no', 'a.txt')])
    assert.equal(nowhere.code, 1)
    assert.match(nowhere.stderr, /cannot be written/)
  })

  test('a terminal gets a table that fits and that text of others cannot disturb', async () => {
    const name = 'A \u001b]0;title\u0007\u202ememan 日本語 שלום'
    const { id } = await owner().call(createProject, { name: 'Meman', description: 'x'.repeat(200) })
    // As in data from before names were one line without control characters.
    await app.db.pool.query('update projects set name = $2 where id = $1', [id, name])
    const list = ['projects', 'list', '--q', 'meman']
    const { stdout } = await aerie.run(list, { terminal: true })
    const [head = '', row = ''] = stdout.split('\r\n')
    assert.ok(head.startsWith('\u001b[1mid '), JSON.stringify(head))
    assert.ok(row.includes('\u2068A \ufffd]0;title\ufffd\ufffdmeman 日本語 שלום\u2069'), JSON.stringify(row))
    assert.ok(!row.includes('\u001b'))
    const plain = await aerie.run(list, { terminal: true, env: { NO_COLOR: '1' } })
    assert.ok(!plain.stdout.includes('\u001b'))
    const json = await aerie.run([...list, '--json'], { terminal: true })
    for (const steering of '\u001b\u202e') assert.ok(!json.stdout.includes(steering))
    assert.equal(JSON.parse(json.stdout).data[0].name, name)
    const lines = await aerie.run([...list, '--json', '--all'], { terminal: true })
    assert.equal(JSON.parse(lines.stdout.split('\r\n')[0] ?? '').name, name)
  })

  test('help and version need neither server nor key', async () => {
    const env = { AERIE_API_KEY: '', AERIE_URL: 'http://127.0.0.1:9' }
    for (const args of [
      [],
      ['--help'],
      ['help'],
      ['projects'],
      ['help', 'projects', 'create'],
      ['--version'],
    ]) {
      const { code, stdout, stderr } = await aerie.run(args, { env })
      assert.deepEqual([code, stderr], [0, ''])
      assert.ok(stdout.length > 4)
    }
    assert.equal((await aerie.run(['health', 'get', '--json'])).code, 0)
  })

  test('the script that completes commands is printed for three shells and no other', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      assert.match((await aerie.run(['completion', shell])).stdout, /aerie.*projects/s)
    const unknown = await aerie.run(['completion', 'csh'])
    assert.deepEqual([unknown.code, unknown.stderr], [2, 'aerie: SHELL is one of bash, zsh, fish\n'])
  })
})
