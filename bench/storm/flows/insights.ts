import * as api from '#contract'
import type { Called } from '../checks/observed.ts'
import type { State } from '../checks/records.ts'
import type { Client, Part } from '../client.ts'
import { type Dice, Shelf } from '../dice.ts'
import { words } from './words.ts'

type Inside = 'source' | 'tracker' | 'run'

interface Project {
  id: string
  name: string
  sources: Shelf<{ id: string; title: string }>
  trackers: Shelf<{ id: string; name: string }>
  /** What is deleted with it. */
  inside: [Inside, string][]
  /** Null until somebody deletes it. */
  gone: State | null
}

/** Projects with sources, trackers and runs of skills, which are changed and deleted. */
export function insightsPart(): Part {
  const projects = new Shelf<Project>(12)
  const broken = new Shelf<string>()

  async function addProject({ change, known, newMark }: Client): Promise<void> {
    const name = newMark('project')
    const added = await change('done', 'project', name, api.createProject, { name })
    if (!added) return
    known('projectId').put(added.id)
    projects.put({ id: added.id, name, sources: new Shelf(), trackers: new Shelf(), inside: [], gone: null })
  }

  const inside = (run: (client: Client, project: Project) => Promise<unknown>) => async (client: Client) => {
    const project = projects.any(client.dice)
    if (project) await run(client, project)
  }

  /** Notes something in a project, and returns its id. */
  function put(
    { history, known }: Client,
    project: Project,
    [kind, mark]: [Inside, string],
    called: Called<{ id: string }>,
  ): string | undefined {
    history.records.note(kind, mark, 'done', called)
    project.inside.push([kind, mark])
    noteGone(history, project)
    if (called.answer?.kind !== 'done') return undefined
    const { id } = called.answer.result
    known(`${kind}Id`).put(id)
    return id
  }

  async function addSource(client: Client, project: Project): Promise<void> {
    const { call, dice, newMark } = client
    const title = newMark('source')
    // No two are alike: the same content would be the same source.
    const text = `${title}. ${someText(dice)}`
    const [filename, bytes] = dice.pick([
      ['note.txt', text],
      ['note.md', `# ${title}\n\n${text}`],
      ['talk.srt', `1\n00:00:01,000 --> 00:00:04,000\n${text.replaceAll('\n', ' ')}\n`],
      ['table.csv', `who,what\nAda,"${text}"\n`],
      ['broken.pdf', `%PDF-1.7 ${title}`],
    ] as const)
    const file = new File([bytes], filename, { type: 'application/octet-stream' })
    const content = dice.chance(0.6) ? { file } : { text }
    const called = await call(api.createSource, { projectId: project.id, title, ...content })
    const id = put(client, project, ['source', title], called)
    if (id && filename === 'broken.pdf') broken.put(id)
    else if (id) project.sources.put({ id, title })
  }

  async function retrySource({ call, dice }: Client): Promise<void> {
    const sourceId = broken.any(dice)
    if (sourceId) await call(api.retrySource, { sourceId })
  }

  const describeProject = ({ set }: Client) =>
    set(projects, 'projects.description', api.updateProject, (projectId, description) => ({
      projectId,
      description,
    }))

  const describeSource = ({ dice, set }: Client, { sources }: Project) =>
    set(sources, 'sources.author', api.updateSource, (sourceId, author) => ({
      sourceId,
      author,
      occurredAt: `2026-0${1 + dice.below(9)}-15T12:00:00Z`,
    }))

  async function deleteSource({ change, dice }: Client, { sources }: Project): Promise<void> {
    const source = sources.take(dice)
    if (source) await change('removed', 'source', source.title, api.deleteSource, { sourceId: source.id })
  }

  async function addTracker(client: Client, project: Project): Promise<void> {
    const { call, dice, newMark } = client
    const name = newMark('tracker')
    const definition = { projectId: project.id, ...someDefinition(dice) }
    await call(api.previewTracker, definition)
    const called = await call(api.createTracker, { name, ...definition })
    const id = put(client, project, ['tracker', name], called)
    if (id) project.trackers.put({ id, name })
  }

  async function changeTracker({ call, dice }: Client, { trackers }: Project): Promise<void> {
    const trackerId = trackers.any(dice)?.id
    const phrases = [{ text: dice.pick(words) }]
    if (trackerId) await call(api.updateTracker, { trackerId, phrases, query: null, exclude: [] })
  }

  async function judgeMentions({ call, dice, result }: Client, { id, trackers }: Project): Promise<void> {
    const trackerId = trackers.any(dice)?.id
    if (!trackerId) return
    await call(api.getTrends, { projectId: id, by: dice.pick(api.trendKeys) })
    const found = await result(api.getTrackerResults, { trackerId, order: 'newest', limit: 3 })
    for (const { id: mentionId } of found?.data ?? []) {
      await call(api.dismissMention, { trackerId, mentionId })
      if (dice.chance(0.5)) await call(api.restoreMention, { trackerId, mentionId })
    }
  }

  async function deleteTracker({ change, dice }: Client, { trackers }: Project): Promise<void> {
    const tracker = trackers.take(dice)
    if (tracker)
      await change('removed', 'tracker', tracker.name, api.deleteTracker, { trackerId: tracker.id })
  }

  async function deleteProject(client: Client): Promise<void> {
    const { records } = client.history
    // Something is left for the other flows.
    await addProject(client)
    const project = projects.take(client.dice)
    if (!project) return
    const { id: projectId, name } = project
    // What is inside is gone at some time from now on.
    project.gone = 'unknown'
    noteGone(client.history, project)
    await client.change('removed', 'project', name, api.deleteProject, { projectId })
    if (records.states.project.get(name) === 'removed') project.gone = 'removed'
    noteGone(client.history, project)
  }

  async function runSkill(client: Client, project: Project): Promise<void> {
    const { call, dice, newMark } = client
    const question = newMark('question')
    const name = dice.pick(['summarize', 'themes', 'sentiment'])
    const body = { name, projectId: project.id, input: { question }, wait: dice.pick([0, 2]) }
    const runId = put(client, project, ['run', question], await call(api.startRun, body))
    if (runId && dice.chance(0.3)) await call(api.cancelRun, { runId })
  }

  async function retryRun({ call, dice, known }: Client): Promise<void> {
    const runId = known('runId').any(dice)
    if (runId) await call(api.retryRun, { runId })
  }

  async function addSkill({ change, dice, newMark, result }: Client): Promise<void> {
    const name = newMark('skill')
    const content = `---\nname: ${name}\ndescription: Returns nothing.\n---\nReturn nothing.`
    if (!(await change('done', 'skill', name, api.createSkill, { content }))) return
    await result(api.getSkill, { name })
    if (dice.chance(0.9)) await change('removed', 'skill', name, api.deleteSkill, { name })
  }

  return {
    flows: [
      [0.3, addProject],
      [1.5, inside(addSource)],
      [0.5, describeProject],
      [0.5, inside(describeSource)],
      [0.3, inside(deleteSource)],
      [0.2, retrySource],
      [0.4, inside(addTracker)],
      [0.3, inside(changeTracker)],
      [0.4, inside(judgeMentions)],
      [0.2, inside(deleteTracker)],
      [0.1, deleteProject],
      [0.4, inside(runSkill)],
      [0.2, retryRun],
      [0.2, addSkill],
    ],
  }
}

/** Notes what is inside a deleted project as gone with it. Its runs are removed later, by a job. */
function noteGone({ records: { states } }: Client['history'], { gone, inside }: Project): void {
  if (gone)
    for (const [kind, mark] of inside)
      if (states[kind].has(mark)) states[kind].set(mark, kind === 'run' ? 'unknown' : gone)
}

const sentence = (dice: Dice) =>
  `${Array.from({ length: 6 + dice.below(8) }, () => dice.pick(words)).join(' ')}.`
const someText = (dice: Dice) =>
  Array.from({ length: 3 + dice.below(20) }, () => sentence(dice)).join(dice.pick([' ', '\n\n']))

const someDefinition = (dice: Dice) => {
  const [one, other, third] = dice.shuffled(words) as [string, string, string]
  return dice.pick([
    { phrases: [{ text: `${one} ${other}` }, { text: third, match: 'stem' as const }] },
    { query: `${one} AND NOT ${other}` },
    { query: `${one} NEAR/4 (${other} OR ${third}*)`, exclude: [{ text: third }] },
  ])
}
