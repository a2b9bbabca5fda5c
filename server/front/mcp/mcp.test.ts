import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import {
  type Actor,
  createProject,
  createSource,
  fullAccess,
  getSource,
  getSourceText,
  type Operation,
  operation,
  operations,
  updateUser,
} from '#contract'
import { createLog, createServer, implement, Refusal } from '#platform'
import { filesIn, onDatabase, until } from '#testing'
import { addRun } from '../../insights/skills/testing/index.ts'
import { addParameters, contents, exampleFor, problem } from '../../testing/walk.ts'
import { addMcp } from './index.ts'
import { toolNameOf, toTool } from './tools.ts'

type Revision = 'auto' | 'legacy'

/** Returns a valid input of an operation, flat as tools take it. */
function inputOf(operation: Operation, parameters: Record<string, string>) {
  const { path, body } = exampleFor(operation, parameters)
  const params = Object.keys(operation.params.shape).map((name) => [name, parameters[name]])
  const query = new URL(path, 'http://aerie.test').searchParams
  return { ...Object.fromEntries([...params, ...query]), ...body }
}

onDatabase('MCP', (app) => {
  const open: Client[] = []
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close()
  })

  async function connect(url: string, headers: Record<string, string>, mode: Revision = 'auto') {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
    )
    open.push(client)
    return client
  }
  /** A client that knows the tools checks each result against the output schema. */
  async function asMember(mode?: Revision) {
    const { token } = await app().withKey('member')
    const client = await connect(app().url, { authorization: `Bearer ${token}` }, mode)
    await client.listTools()
    return client
  }

  /** Calls a tool that is not refused. */
  async function call(client: Client, name: string, input: object = {}) {
    const { isError, content, structuredContent } = (await client.callTool({
      name,
      arguments: { ...input },
    })) as CallToolResult
    const [first] = content
    assert.ok(!isError && first?.type === 'text', JSON.stringify(content))
    // biome-ignore lint/suspicious/noExplicitAny: each tool returns something else.
    return { text: first.text, result: structuredContent as any }
  }

  async function refused(client: Client, name: string, input: object = {}) {
    const answer = (await client.callTool({ name, arguments: { ...input } })) as CallToolResult
    assert.deepEqual([answer.isError, answer.structuredContent], [true, undefined])
    const [first] = answer.content
    return first?.type === 'text' ? first.text : ''
  }

  for (const mode of ['auto', 'legacy'] as const) {
    test(`an agent lists the tools and calls one (${mode})`, async () => {
      const client = await asMember(mode)
      assert.equal(client.getNegotiatedProtocolVersion(), mode === 'auto' ? '2026-07-28' : '2025-11-25')
      const { tools } = await client.listTools()
      const offered = operations.filter(({ mcp }) => mcp)
      assert.deepEqual(tools.map(({ name }) => name).sort(), offered.map(({ id }) => toolNameOf(id)).sort())
      for (const { id, summary, mcp } of offered) {
        const tool = tools.find(({ name }) => name === toolNameOf(id))
        assert.equal(tool?.description, summary)
        assert.equal(tool.annotations?.readOnlyHint, mcp?.readOnly)
        assert.equal(tool.annotations?.destructiveHint, mcp?.destructive)
        assert.equal(tool.inputSchema.additionalProperties, false)
        assert.equal(tool.outputSchema?.type, 'object')
        assert.doesNotMatch(JSON.stringify(tool), /"items":false/)
        assert.match(tool.name, /^[a-z][a-z_]{1,63}$/)
      }
      const { result } = await call(client, 'projects_create', { name: 'Made by an agent' })
      const found = await call(client, 'projects_get', { projectId: result.id })
      assert.deepEqual([found.result, JSON.parse(found.text)], [result, result])
    })
  }

  test('an agent uploads a source, searches it, reads it, tracks a phrase in it, and summarizes it', async () => {
    const client = await asMember()
    const { result: project } = await call(client, 'projects_create', { name: 'Interviews' })
    const projectId = project.id
    const upload = { projectId, title: 'Ada', kind: 'transcript', tags: ['spring'] }
    const text = 'Ada: The invoices confuse me.\nBob: Invoices confuse everybody here.'
    const { result: source } = await call(client, 'sources_create', { ...upload, text })
    await until(
      async () => (await call(client, 'sources_get', { sourceId: source.id })).result,
      ({ status }) => status === 'ready' || status === 'failed',
    )

    const hits = await call(client, 'sources_search', { projectId, q: 'confusing' })
    assert.equal(hits.result.data[0].sourceId, source.id)

    const read = await call(client, 'sources_get_text', { sourceId: source.id })
    assert.equal(read.text, read.result.text)
    assert.deepEqual(
      read.result.segments.map(({ speaker }: { speaker: string }) => speaker),
      ['Ada', 'Bob'],
    )

    const phrases = [{ text: 'invoice', match: 'stem' }]
    const { result: tracker } = await call(client, 'trackers_create', { projectId, name: 'Bills', phrases })
    const results = await until(
      () => call(client, 'trackers_results', { trackerId: tracker.id }),
      ({ result }) => result.data.length === 2,
    )
    assert.match(results.text, /Invoices/)
    assert.notEqual(results.text[0], '{')

    const run = { name: 'summarize', projectId, wait: 60 }
    const { result: summary } = await call(client, 'skills_run', run)
    assert.equal(summary.status, 'succeeded')
    assert.ok(summary.output.citations.length > 0)
  })

  test('every tool returns what its output schema describes', async () => {
    const parameters = await addParameters(app())
    const runId = await addRun(app().db, parameters.projectId!)
    const run = { name: 'summarize', projectId: parameters.projectId, wait: 30 }
    const client = await connect(app().url, app().people.owner.headers)
    await client.listTools()
    const refusals: string[] = []
    for (const operation of operations.filter(({ mcp }) => mcp)) {
      const { content, structuredContent, isError } = (await client.callTool({
        name: toolNameOf(operation.id),
        arguments: operation.id === 'skills.run' ? run : inputOf(operation, { ...parameters, runId }),
      })) as CallToolResult
      if (isError) refusals.push(`${operation.id} ${JSON.stringify(content)}`)
      else assert.equal(typeof structuredContent, 'object')
    }
    assert.deepEqual(refusals, [])
  })

  test('a text comes with all its segments, and is cut if it does not fit', async () => {
    const member = app().as('member')
    const { id: projectId } = await member.call(createProject, { name: 'Long' })
    const client = await asMember()
    const readTurns = async (length: number) => {
      const turns = Array.from(
        { length },
        (_, n) => `Speaker ${n % 7}: What was said at turn ${n}, word by word.`,
      )
      const { id: sourceId } = await member.call(createSource, {
        projectId,
        title: 'Long',
        kind: 'transcript',
        text: turns.join('\n'),
      })
      await until(
        () => member.call(getSource, { sourceId }),
        ({ status }) => status === 'ready',
      )
      const { text } = await member.call(getSourceText, { sourceId })
      const read = (await client.callTool({
        name: 'sources_get_text',
        arguments: { sourceId },
      })) as CallToolResult
      return { text, ...read }
    }
    const fitting = await readTurns(3_000)
    assert.deepEqual(fitting.content, [{ type: 'text', text: fitting.text }])
    const { segments } = fitting.structuredContent as { segments: unknown[] }
    assert.equal(segments.length, 3_000)
    const { text, content, isError, structuredContent } = await readTurns(5_000)
    assert.deepEqual([isError, structuredContent], [true, undefined])
    assert.deepEqual(content, [
      { type: 'text', text: text.slice(0, 200_000) },
      {
        type: 'text',
        text: `Truncated to 200000 of ${text.length} characters. Use the HTTP API to get the rest.`,
      },
    ])
  })

  test('an error is a result that names each wrong field', async () => {
    const client = await asMember()
    const unchanged = await contents(app().db)
    assert.match(await refused(client, 'projects_get', { projectId: 'x' }), /^project_not_found: /)
    assert.equal(
      await refused(client, 'projects_create', { name: '', color: 'red', constructor: 1 }),
      'validation_failed: 3 fields are not valid.\n' +
        '- name: Enter a value\n- color: Unknown field\n- constructor: Unknown field',
    )
    assert.match(await refused(client, 'projects_list', { limit: 1000 }), /- limit: /)
    assert.match(await refused(client, 'projects_create', { name: 'a\u0000' }), /- name: /)
    assert.match(await refused(client, 'projects_create'), /- name: /)
    // Not offered, though the member may do them.
    for (const name of ['projects_delete', 'api_keys_create', 'toString']) {
      assert.match(await refused(client, name), /not found/)
    }
    assert.deepEqual(await contents(app().db), unchanged)
  })

  test('requests without a valid key, from another site or with another method are rejected', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const post = (headers: Record<string, string>, sent = body) =>
      app().fetch('/mcp', {
        method: 'POST',
        body: sent,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      })
    await problem(post({}), 'unauthenticated')
    await problem(post({ authorization: 'Bearer aie_00000000_nothing' }), 'unauthenticated')
    const { cookie } = app().people.member.headers
    await problem(post({ cookie }), 'foreign_origin')
    await problem(post({ cookie, origin: 'https://elsewhere.test' }), 'foreign_origin')
    const { headers } = app().people.member
    assert.equal((await post(headers)).status, 200)
    await problem(post(headers, '{'), 'invalid_json')
    await problem(post(headers, JSON.stringify('x'.repeat(5_000_000))), 'payload_too_large')
    await problem(post({ ...headers, 'content-type': 'text/plain' }), 'unsupported_media_type')
    for (const nonsense of [
      '',
      '1',
      'null',
      '[]',
      '{}',
      '{"jsonrpc":"2.0","id":1e400,"method":"x"}',
      '[1]',
    ]) {
      const answer = await post(headers, nonsense)
      assert.ok(answer.status >= 400 && answer.status < 500, `${nonsense}: ${answer.status}`)
    }
    for (const method of ['GET', 'DELETE', 'PUT', 'HEAD']) {
      const answer = await app().fetch('/mcp', { method, headers })
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
    }
  })

  test('a role has the tools that it may use, and a revoked key has none', async () => {
    const forOwners = operation({
      id: 'test.forOwners',
      method: 'GET',
      path: '/api/for-owners',
      summary: 'For owners.',
      allow: ['owner'],
      result: z.strictObject({ ok: z.boolean() }),
      mcp: { readOnly: true, destructive: false },
    })
    const inTheBrowser = operation({ ...forOwners, id: 'test.inTheBrowser', credentials: 'session' })
    const broken = operation({ ...forOwners, id: 'test.broken', allow: ['member'] })
    const implementations = [
      ...[forOwners, inTheBrowser].map((one) => implement(one, async () => ({ ok: true }))),
      implement(broken, async () => {
        throw new Error('a secret of the server')
      }),
    ]
    let role: 'owner' | 'member' | null = 'member'
    const server = createServer({
      ...pipelineOf(),
      log: createLog('silent'),
      implementations: [],
      trustedProxies: [],
    })
    addMcp(server, implementations, pipelineOf(), '1')
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    const client = await connect(url, { authorization: 'Bearer any' })
    const names = async () => (await client.listTools()).tools.map(({ name }) => name)
    try {
      assert.deepEqual(await names(), ['test_broken'])
      assert.match(
        await refused(client, 'test_for_owners'),
        /^forbidden: Requires the role owner. Your role is member/,
      )
      assert.equal(await refused(client, 'test_broken'), 'internal: Something went wrong on our side.')
      role = 'owner'
      assert.deepEqual(await names(), ['test_for_owners'])
      assert.deepEqual((await call(client, 'test_for_owners')).result, { ok: true })
      assert.match(await refused(client, 'test_in_the_browser'), /^session_required/)
      role = null
      await assert.rejects(client.callTool({ name: 'test_for_owners' }))
    } finally {
      await server.end()
    }

    function pipelineOf() {
      return {
        db: app().db,
        files: filesIn('/nowhere'),
        maxUploadBytes: 1,
        baseUrl: 'http://aerie.test',
        rightsOf: async (actor: Actor) => actor,
        noteRead() {},
        authenticate: async () => {
          if (!role) throw new Refusal('unauthenticated')
          return {
            userId: app().people[role].id,
            email: 'a@aerie.test',
            role,
            access: fullAccess,
            via: 'api_key' as const,
          } as never
        },
      }
    }
  })
})

test('a tool that grants describes both its result and the call that waits', () => {
  const { outputSchema } = toTool({ ...updateUser, mcp: { readOnly: false, destructive: true } }) ?? {}
  const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(outputSchema)))
  assert.ok(schema.safeParse({ id: '01a21ec2-0db9-767f-95dd-ea2a8a441648', status: 'unconfirmed' }).success)
  assert.ok(!schema.safeParse({ id: '01a21ec2-0db9-767f-95dd-ea2a8a441648' }).success)
})
