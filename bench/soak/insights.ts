import * as api from '#contract'
import type { State } from './effects.ts'
import { pick, random, Shelf, words } from './random.ts'
import type { Flow, World } from './world.ts'

type Inside = 'source' | 'tracker' | 'run'

interface Project {
  id: string
  sources: Shelf<{ id: string; title: string }>
  trackers: Shelf<{ id: string; name: string }>
  /** What is deleted with it. */
  inside: [Inside, string][]
  name: string
  /** Null until somebody deletes it. */
  gone: State | null
}

export function insightFlows({ effects, call, create, known, result, set }: World): Flow[] {
  const projects = new Shelf<Project>(12)
  const broken = new Shelf<string>()
  known('name').put('summarize')

  async function addProject(): Promise<void> {
    const name = effects.newMark('project')
    const added = await create('project', name, api.createProject, { name })
    if (!added) return
    known('projectId').put(added.id)
    projects.put({ id: added.id, name, sources: new Shelf(), trackers: new Shelf(), inside: [], gone: null })
  }

  function note(project: Project, kind: Inside, mark: string, outcome: { kind: string }): void {
    if (outcome.kind === 'refused') return
    project.inside.push([kind, mark])
    if (project.gone) noteGone(project, kind, mark)
    else effects.note(kind, mark, 'done', outcome)
  }

  /** Runs of a deleted project are removed later, by a job. */
  function noteGone({ gone }: Project, kind: Inside, mark: string): void {
    effects.note(kind, mark, kind === 'run' ? 'unknown' : gone!)
  }

  async function addSource(project: Project): Promise<void> {
    const title = effects.newMark('source')
    // No two are alike: the same content would be the same source.
    const text = `${title}. ${someText()}`
    const files: [string, string][] = [
      ['note.txt', text],
      ['note.md', `# ${title}\n\n${text}`],
      ['talk.srt', `1\n00:00:01,000 --> 00:00:04,000\n${text.replaceAll('\n', ' ')}\n`],
      ['table.csv', `who,what\nAda,"${text}"\n`],
    ]
    const [filename, bytes] = pick(files)
    const file = new File([bytes], filename, { type: 'application/octet-stream' })
    const id = await createSource(project, title, Math.random() < 0.5 ? { file } : { text })
    if (!id) return
    known('sourceId').put(id)
    project.sources.put({ id, title })
  }

  async function addBrokenSource(project: Project): Promise<void> {
    const title = effects.newMark('source')
    const file = new File([`%PDF-1.7 ${title}`], 'broken.pdf', { type: 'application/octet-stream' })
    const id = await createSource(project, title, { file })
    if (id) broken.put(id)
  }

  async function createSource(
    project: Project,
    title: string,
    content: { file: File } | { text: string },
  ): Promise<string | undefined> {
    const added = await call(api.createSource, { projectId: project.id, title, ...content })
    note(project, 'source', title, added)
    return added.kind === 'done' ? added.result.id : undefined
  }

  const describeProject = () =>
    set(projects, 'projects.description', api.updateProject, (projectId, description) => ({
      projectId,
      description,
    }))

  const describeSource = ({ sources }: Project) =>
    set(sources, 'sources.author', api.updateSource, (sourceId, author) => ({
      sourceId,
      author,
      occurredAt: `2026-0${1 + random(9)}-15T12:00:00Z`,
    }))

  async function deleteSource({ sources }: Project): Promise<void> {
    const source = sources.take()
    if (!source) return
    const deleted = await call(api.deleteSource, { sourceId: source.id })
    effects.note('source', source.title, 'removed', deleted)
  }

  async function retrySource(): Promise<void> {
    const sourceId = broken.any()
    if (sourceId) await call(api.retrySource, { sourceId })
  }

  async function addTracker(project: Project): Promise<void> {
    const name = effects.newMark('tracker')
    const definition = { projectId: project.id, ...someDefinition() }
    await call(api.previewTracker, definition)
    const added = await call(api.createTracker, { name, ...definition })
    note(project, 'tracker', name, added)
    if (added.kind !== 'done') return
    known('trackerId').put(added.result.id)
    project.trackers.put({ id: added.result.id, name })
  }

  async function changeTracker({ trackers }: Project): Promise<void> {
    const tracker = trackers.take()
    if (!tracker) return
    const { id: trackerId } = tracker
    await call(api.updateTracker, { trackerId, phrases: [{ text: pick(words) }], query: null, exclude: [] })
    trackers.put(tracker)
  }

  async function judgeMentions({ id, trackers }: Project): Promise<void> {
    const tracker = trackers.any()
    if (!tracker) return
    const { id: trackerId } = tracker
    await call(api.getTrends, { projectId: id, by: pick(api.trendKeys) })
    const found = await result(api.getTrackerResults, { trackerId, order: 'newest', limit: 3 })
    for (const { id: mentionId } of found?.data ?? []) {
      await call(api.dismissMention, { trackerId, mentionId })
      if (Math.random() < 0.5) await call(api.restoreMention, { trackerId, mentionId })
    }
  }

  async function deleteTracker(project: Project): Promise<void> {
    // Most projects have none.
    await addTracker(project)
    const tracker = project.trackers.take()
    if (!tracker) return
    const deleted = await call(api.deleteTracker, { trackerId: tracker.id })
    effects.note('tracker', tracker.name, 'removed', deleted)
  }

  async function deleteProject(): Promise<void> {
    // Something is left for the other flows.
    await addProject()
    const project = projects.take()
    if (!project) return
    const { kind } = await call(api.deleteProject, { projectId: project.id })
    project.gone = kind === 'done' ? 'removed' : 'unknown'
    effects.note('project', project.name, project.gone)
    for (const [kind, mark] of project.inside) noteGone(project, kind, mark)
  }

  async function runSkill(project: Project): Promise<string | undefined> {
    const question = effects.newMark('question')
    const name = pick(['summarize', 'themes', 'sentiment'])
    const body = { name, projectId: project.id, input: { question }, wait: pick([0, 2]) }
    const started = await call(api.startRun, body)
    note(project, 'run', question, started)
    if (started.kind !== 'done') return undefined
    known('runId').put(started.result.id)
    return started.result.id
  }

  async function cancelRun(project: Project): Promise<void> {
    const runId = await runSkill(project)
    if (runId) await call(api.cancelRun, { runId })
  }

  async function retryRun(): Promise<void> {
    const runId = known('runId').any()
    if (runId) await call(api.retryRun, { runId })
  }

  async function addSkill(): Promise<void> {
    const name = effects.newMark('skill')
    const content = `---\nname: ${name}\ndescription: Returns nothing.\n---\nReturn nothing.`
    if (!(await create('skill', name, api.createSkill, { content }))) return
    await result(api.getSkill, { name })
    if (Math.random() < 0.9) effects.note('skill', name, 'removed', await call(api.deleteSkill, { name }))
  }

  const inside = (run: (project: Project) => Promise<unknown>) => async () => {
    const project = projects.any()
    if (project) await run(project)
  }

  return [
    [0.5, addProject],
    [4, inside(addSource)],
    [0.4, inside(addBrokenSource)],
    [1, describeProject],
    [1, inside(describeSource)],
    [0.7, inside(deleteSource)],
    [0.5, retrySource],
    [1, inside(addTracker)],
    [0.7, inside(changeTracker)],
    [0.7, inside(judgeMentions)],
    [0.35, inside(deleteTracker)],
    [0.1, deleteProject],
    [0.6, inside(runSkill)],
    [0.1, inside(cancelRun)],
    [0.3, retryRun],
    [0.3, addSkill],
  ]
}

const sentence = () => `${Array.from({ length: 6 + random(8) }, () => pick(words)).join(' ')}.`
const someText = () =>
  Array.from({ length: 3 + random(20) }, sentence)
    .join(' ')
    .replaceAll('. ', pick(['. ', '.\n\n']))

const someDefinition = () =>
  pick([
    { phrases: [{ text: `${pick(words)} ${pick(words)}` }, { text: pick(words), match: 'stem' as const }] },
    { query: `${pick(words)} AND NOT ${pick(words)}` },
    { query: `${pick(words)} NEAR/4 (${pick(words)} OR ${pick(words)}*)`, exclude: [{ text: pick(words) }] },
  ])
