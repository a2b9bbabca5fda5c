// Random users, projects and entries, and a brute-force oracle that states what each user may see and do. Every operation and every
// tool for agents has to agree with it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient } from '#client'
import * as api from '#contract'
import { newId } from '#platform'
import { cases, inFull } from '../../scripts/test/full.ts'
import { toolNameOf } from '../front/mcp/tools.ts'
import type { TestApp } from './app.ts'
import { onEachDatabase } from './databases.ts'
import { random } from './random.ts'
import { untilRead, untilSearched } from './until.ts'
import { addParameters, contentOf, exampleFor } from './walk.ts'

const next = random(20261130)
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!
/** A random level, but of the first users and the last projects each level once: a few of them have all, too. */
const levelOfNth = (n: number) => api.accessLevels[n] ?? oneOf(api.accessLevels)

interface User {
  id: string
  role: api.Role
  access: api.Access
  disabled: boolean
  headers: Record<string, string>
}

interface Project {
  id: string
  name: string
  everyone: api.AccessLevel
  entries: Map<string, api.Project['level']>
  /** Of what it contains, by the names of parameters. */
  ids: Record<'projectId' | 'sourceId' | 'trackerId' | 'mentionId' | 'runId', string>
}

/** Of the operations that each user calls on each project: in all, each is called hundreds of times. */
const share = inFull ? 0.08 : 0.5
const userCount = inFull ? 50 : 8
const projectCount = inFull ? 40 : 6
const lowest = (...levels: api.AccessLevel[]) =>
  api.accessLevels[Math.min(...levels.map((level) => api.accessLevels.indexOf(level)))]!
const highest = (...levels: api.AccessLevel[]) =>
  api.accessLevels[Math.max(...levels.map((level) => api.accessLevels.indexOf(level)))]!

/** The oracle, as the design states it. */
const accessOf = ({ role, access }: User): api.Access => (role === 'member' ? access : api.fullAccess)
function levelIn(user: User, { everyone, entries }: Project): api.AccessLevel {
  if (user.role !== 'member') return 'edit'
  return lowest(user.access.insights, highest(everyone, entries.get(user.id) ?? 'none'))
}

const unknownOf = {
  projectId: 'project_not_found',
  sourceId: 'source_not_found',
  trackerId: 'tracker_not_found',
  runId: 'run_not_found',
} as const
type Named = keyof typeof unknownOf
const nameOf = ({ params, body }: api.Operation): Named | undefined =>
  (Object.keys(unknownOf) as Named[]).find((name) => name in params.shape || name in Object(body).shape)

const ofInsights = api.operations.filter(
  ({ access, allow }) => access.insights && allow.includes('member' as never),
)
const ofProjects = ofInsights.filter((operation) => nameOf(operation))

/** The code of the refusal that the oracle expects; null if the call is not refused for its access. */
function expected(operation: api.Operation, user: User, project?: Project): string | null {
  if (api.missingAccess(accessOf(user), operation.access)) return 'access_required'
  const name = nameOf(operation)
  if (!name || !project) return null
  const level = levelIn(user, project)
  if (level === 'none') return unknownOf[name]
  return operation.access.insights === 'edit' && level === 'view' ? 'access_required' : null
}

onEachDatabase('who may see what', (app) => {
  let parameters: Record<string, string>
  const users: User[] = []
  const projects: Project[] = []
  const members = () => users.filter(({ disabled, role }) => !disabled && role === 'member')
  const clientOf = ({ headers }: User) => createClient({ baseUrl: app().url, headers })

  before(async () => {
    parameters = await addParameters(app())
    for (let n = 0; n < userCount; n++) users.push(await addUser(app(), n))
    for (let n = 0; n < projectCount; n++) projects.push(await addProject(app(), n, users))
    // Their sessions end.
    for (const { id } of users.filter(({ disabled }) => disabled))
      await app().as('owner').call(api.updateUser, { userId: id, disabled: true })
  })

  async function codeOf(operation: api.Operation, user: User, project?: Project): Promise<string | null> {
    const example = exampleFor(operation, { ...parameters, ...project?.ids })
    const { headers, body } = contentOf({
      ...example,
      body: example.body && {
        ...example.body,
        ...(project && 'projectId' in example.body && { projectId: project.id }),
      },
    })
    const response = await app().fetch(example.path, {
      method: operation.method,
      headers: { ...user.headers, ...headers },
      ...(body && { body }),
    })
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
    else if (!response.ok) return ((await response.json()) as api.Problem).code
    else await response.arrayBuffer()
    return null
  }

  test('lists, counts, the home page and the search show what is visible, and nothing else', async () => {
    for (const user of users.filter(({ disabled }) => !disabled)) {
      const client = clientOf(user)
      const visible = new Map(
        projects.flatMap((project) => {
          const level = levelIn(user, project)
          return level === 'none' ? [] : [[project.id, { ...project, level }]]
        }),
      )
      // The one of the parameters is everyone's to edit.
      const all = new Set([
        ...visible.keys(),
        ...(accessOf(user).insights === 'none' ? [] : [parameters.projectId!]),
      ])
      const home = await client.call(api.getHome)
      const { runs, newMentions, failedSources } = home.sections
      const found = await client.call(api.searchRecords, {
        q: 'Oracle',
        limit: 50,
        types: 'project,source,tracker',
      })
      const opened = ({ path }: api.FoundRecord) => path.split('/')[2]!
      const step = (name: string) => home.firstSteps.find((one) => one.step === name)?.done

      if (accessOf(user).insights === 'none') {
        assert.deepEqual([runs, newMentions, failedSources, found.data], [null, null, null, []])
        for (const name of ['project', 'source', 'tracker', 'run']) assert.equal(step(name), undefined)
        continue
      }
      const listed = await everyPage((cursor) => client.call(api.listProjects, { limit: 7, ...cursor }))
      const ids = listed.map(({ id }) => id)
      assert.deepEqual(new Set(ids), all)
      assert.equal(ids.length, all.size)
      for (const { id, level, counts } of listed.filter(({ id }) => visible.has(id))) {
        assert.equal(level, visible.get(id)!.level)
        assert.equal(counts.sources, 2)
      }
      const listedRuns = await everyPage((cursor) => client.call(api.listRuns, { limit: 7, ...cursor }))
      assert.deepEqual(new Set(listedRuns.map(({ projectId }) => projectId)), all)
      const { data: skills } = await client.call(api.listSkills)
      const last = skills.find(({ name }) => name === 'summarize')?.lastRun
      assert.equal(last?.projectId, projects.findLast(({ id }) => visible.has(id))?.id)

      assert.equal(runs?.total, all.size)
      assert.ok(runs?.data.every(({ project }) => all.has(project.id)))
      assert.equal(newMentions?.total, all.size)
      assert.ok(newMentions?.data.every(({ project }) => all.has(project.id)))
      assert.equal(failedSources?.total, visible.size)
      assert.ok(failedSources?.data.every(({ project }) => visible.has(project.id)))
      // Offered to those who may create one.
      assert.equal(step('project'), accessOf(user).insights === 'edit' ? all.size > 0 : undefined)

      assert.ok(found.data.every((one) => visible.has(opened(one))))
      for (const { id, name } of oneOf([projects.slice(0, 3), projects.slice(-3)])) {
        const { data } = await client.call(api.searchRecords, { q: name, types: 'project', limit: 50 })
        assert.equal(
          data.some((one) => one.id === id),
          visible.has(id),
          name,
        )
      }
      for (const project of projects.slice(0, cases(10))) {
        const { data } = await client.call(api.listRuns, { projectId: project.id })
        assert.equal(data.length, visible.has(project.id) ? 1 : 0)
      }
    }
  })

  test('agents are offered and given exactly the same', async () => {
    const tools = api.operations.filter(({ mcp }) => mcp)
    for (const user of users.filter(({ disabled }) => !disabled)) {
      const agent = new Client({ name: 'oracle', version: '1' })
      await agent.connect(
        new StreamableHTTPClientTransport(new URL('/mcp', app().url), {
          requestInit: { headers: user.headers },
        }),
      )
      const offered = (await agent.listTools()).tools.map(({ name }) => name)
      const allowed = tools.filter(
        ({ allow, access }) =>
          allow.includes(user.role as never) && !api.missingAccess(accessOf(user), access),
      )
      assert.deepEqual(offered.sort(), allowed.map(({ id }) => toolNameOf(id)).sort())
      for (const operation of tools.filter(
        ({ mcp, id }) => mcp?.readOnly && ofProjects.some((one) => one.id === id),
      )) {
        const project = oneOf(projects)
        const named = Object.keys({ ...operation.params.shape, ...Object(operation.body).shape })
        const input = Object.fromEntries(Object.entries(project.ids).filter(([name]) => named.includes(name)))
        const required =
          operation.id === 'sources.search'
            ? { q: 'words' }
            : operation.id === 'trackers.trends'
              ? { by: 'week' }
              : {}
        const answer = await agent.callTool({
          name: toolNameOf(operation.id),
          arguments: { ...input, ...required },
        })
        const [content] = answer.content as { text?: string }[]
        const code = answer.isError ? (content?.text ?? '').split(':')[0] : null
        const wanted = expected(operation, user, project)
        assert.ok(
          wanted ? code === wanted : code === null || code === 'validation_failed',
          `${operation.id}: ${code}, not ${wanted}`,
        )
      }
      await agent.close()
    }
  })

  // Last, because what is allowed changes something.
  test('each operation is refused to exactly those whose access is too low', async () => {
    const differences: string[] = []
    for (const user of members())
      for (const operation of api.operations) {
        if (operation.allow === 'anyone' || !operation.allow.includes('member')) continue
        if (Object.keys(operation.access).length === 0) continue
        const wanted = expected(operation, user)
        // What is allowed and changes something is called below, on projects.
        if (wanted === null && operation.method !== 'GET') continue
        const code = await codeOf(operation, user)
        if (wanted ? code !== wanted : code === 'access_required')
          differences.push(`${operation.id}: ${code}, not ${wanted}`)
      }
    assert.deepEqual(differences, [])
  })

  test('on projects and what is in them, too, and what is hidden does not exist', async () => {
    const differences: string[] = []
    // These would take away what the others are called on.
    const destroys = ['sources.delete', 'trackers.delete', 'projects.update', 'projects.delete']
    for (const user of members())
      for (const project of projects)
        for (const operation of ofProjects.filter(() => next() < share)) {
          const wanted = expected(operation, user, project)
          if (
            wanted === null &&
            (destroys.includes(operation.id) || (operation.method !== 'GET' && next() > 0.02))
          )
            continue
          const code = await codeOf(operation, user, project)
          const isRight = wanted ? code === wanted : code === null || operation.errors.includes(code as never)
          const isFound = wanted !== null || !Object.values(unknownOf).includes(code as never)
          if (!isRight || !isFound)
            differences.push(`${operation.id}: ${code}, not ${wanted}, at level ${levelIn(user, project)}`)
        }
    assert.deepEqual(differences, [])
  })
})

async function addUser(app: TestApp, n: number): Promise<User> {
  const role = [3, 4].includes(n) ? 'admin' : 'member'
  const access = Object.fromEntries(api.areas.map((area) => [area, levelOfNth(n)])) as api.Access
  const { id, headers } = await app.addPerson({ name: `User ${n}`, email: `user${n}@oracle.test`, role })
  await app.as('owner').call(api.updateUser, { userId: id, access })
  return { id, role, access, disabled: n > 4 && next() < 0.1, headers: { ...headers } }
}

/** Adds a project with a source that is read, one that failed, a tracker with a mention and a finished run. */
async function addProject(app: TestApp, n: number, users: User[]): Promise<Project> {
  const owner = app.as('owner')
  const name = `Oracle ${['north', 'east', 'south', 'west', 'upper', 'lower'][n % 6]} ${n}x`
  const { id } = await owner.call(api.createProject, { name })
  const upload = { projectId: id, title: `Oracle source ${n}`, text: `Some words that number ${n} is about.` }
  const source = await owner.call(api.createSource, upload)
  const phrases = [{ text: 'words' }]
  const tracker = await owner.call(api.createTracker, { projectId: id, name: `Oracle tracker ${n}`, phrases })
  await untilRead(owner, source.id)
  await untilSearched(owner, tracker.id)
  const { data: mentions } = await owner.call(api.getTrackerResults, { trackerId: tracker.id })
  const broken = await owner.call(api.createSource, {
    projectId: id,
    file: new File([`Broken ${n}`], 'broken.pdf'),
  })
  assert.equal((await untilRead(owner, broken.id)).status, 'failed')
  const runId = newId()
  await app.db.pool.query(
    `insert into skill_runs (id, skill, project_id, input, status, created_by, finished_at)
     values ($1, 'summarize', $2, '{}', 'canceled', $3, now())`,
    [runId, id, app.people.owner.id],
  )
  const everyone = levelOfNth(projectCount - 1 - n)
  const chosen = new Map(
    users.filter(() => next() < 0.3).map((user) => [user.id, oneOf(['view', 'edit'] as const)]),
  )
  // Somebody can always edit it.
  const entries = chosen.set(users[0]!.id, 'edit')
  const memberEntries = Array.from(entries, ([userId, level]) => ({ userId, level }))
  await owner.call(api.updateProject, { projectId: id, access: { everyone, members: memberEntries } })
  const ids = { projectId: id, sourceId: source.id, trackerId: tracker.id, mentionId: mentions[0]!.id, runId }
  return { id, name, everyone, entries, ids }
}

async function everyPage<Row>(
  list: (cursor: { cursor?: string }) => Promise<{ data: Row[]; nextCursor: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(cursor ? { cursor } : {})
    rows.push(...page.data)
    cursor = page.nextCursor
  }
  return rows
}
