import {
  cancelRun,
  createProject,
  createSkill,
  createSource,
  createTracker,
  deleteProject,
  deleteSkill,
  deleteSource,
  deleteTracker,
  getProject,
  getRun,
  getSkill,
  getSource,
  getSourceContent,
  getSourceText,
  getTracker,
  getTrackerResults,
  listProjects,
  listRuns,
  listSkills,
  listSourceFormats,
  listSourceMentions,
  listSources,
  listTrackers,
  previewTracker,
  retryRun,
  retrySource,
  searchProject,
  startRun,
  updateProject,
  updateSource,
  updateTracker,
  watchRun,
} from '#contract'
import { isDone } from './caller.ts'
import type { State } from './effects.ts'
import { type Flow, pick, random, Shelf, type World } from './world.ts'

const words =
  'waiting room nurse doctor friendly cold kind vaccine explained long queue appointment telephone late clean smiled forgot letter pain better'.split(
    ' ',
  )
const sentence = () => `${Array.from({ length: 6 + random(8) }, () => pick(words)).join(' ')}.`
const text = () =>
  Array.from({ length: 3 + random(20) }, sentence)
    .join(' ')
    .replaceAll('. ', pick(['. ', '.\n\n']))

interface Project {
  id: string
  name: string
  sources: Shelf<{ id: string; title: string }>
  trackers: Shelf<{ id: string; name: string }>
  /** What is in it, which goes with it. */
  inside: [Inside, string][]
  /** What became of it once somebody deleted it. */
  gone: State | null
}

type Inside = 'source' | 'tracker' | 'run'

export function insightFlows({ caller: { call }, effects, who }: World): Flow[] {
  const projects = new Shelf<Project>(12)
  const runs = new Shelf<string>()
  const broken = new Shelf<string>()

  async function addProject(): Promise<void> {
    const name = effects.newMark('project')
    const made = await call(createProject, { name }, who(createProject))
    effects.made('project', name, made)
    if (made.kind === 'done')
      projects.put({
        id: made.result.id,
        name,
        sources: new Shelf(),
        trackers: new Shelf(),
        inside: [],
        gone: null,
      })
  }

  function put(project: Project, kind: Inside, mark: string, outcome: { kind: string }): void {
    if (outcome.kind === 'refused') return
    project.inside.push([kind, mark])
    forget(project, isDone(outcome) ? 'answered' : 'unknown', kind, mark)
  }

  /** Runs of a deleted project are removed by a job, when it comes to them. */
  function forget({ gone }: Project, state: State, kind: Inside, mark: string): void {
    effects.set(kind, mark, gone === null ? state : kind === 'run' ? 'unknown' : gone)
  }

  async function addSource(project: Project): Promise<void> {
    const title = effects.newMark('source')
    const projectId = project.id
    // Each is other than all that are there: the same content would be the same source.
    const content = `${title}. ${text()}`
    const files: [string, string][] = [
      ['note.txt', content],
      ['note.md', `# ${title}\n\n${content}`],
      ['talk.srt', `1\n00:00:01,000 --> 00:00:04,000\n${content.replaceAll('\n', ' ')}\n`],
      ['table.csv', `who,what\nAda,"${content}"\n`],
      ['broken.pdf', `%PDF-1.7 ${content}`],
    ]
    const [filename, bytes] = pick(files)
    const body =
      Math.random() < 0.5
        ? { projectId, title, text: content }
        : { projectId, title, file: new File([bytes], filename, { type: 'application/octet-stream' }) }
    const added = await call(createSource, body, who(createSource))
    put(project, 'source', title, added)
    if (added.kind !== 'done') return
    project.sources.put({ id: added.result.id, title })
    if ('file' in body && filename === 'broken.pdf') broken.put(added.result.id)
  }

  const definition = () =>
    pick([
      { phrases: [{ text: `${pick(words)} ${pick(words)}` }, { text: pick(words), match: 'stem' as const }] },
      { query: `${pick(words)} AND NOT ${pick(words)}` },
      {
        query: `${pick(words)} NEAR/4 (${pick(words)} OR ${pick(words)}*)`,
        exclude: [{ text: pick(words) }],
      },
    ])

  const within = (run: (project: Project) => Promise<void>) => async () => {
    const project = projects.any()
    if (project) await run(project)
  }

  return [
    { weight: 0.5, run: addProject },
    { weight: 4, run: within(addSource) },
    {
      weight: 1,
      async run() {
        const project = projects.take()
        if (!project) return
        const description = effects.newMark('description')
        const { kind } = await call(updateProject, { projectId: project.id, description }, who(updateProject))
        if (kind !== 'refused')
          effects.setField(
            'select description from projects where id = $1',
            [project.id],
            description,
            kind === 'done',
          )
        projects.put(project)
      },
    },
    {
      weight: 2,
      run: within(
        async ({ id: projectId }) =>
          void (await call(pick([getProject, listSources, listTrackers]), { projectId }, who(getProject))),
      ),
    },
    {
      weight: 1,
      run: async () =>
        void (await call(
          pick([listProjects, listSkills, listRuns, listSourceFormats]),
          {},
          who(listProjects),
        )),
    },
    {
      weight: 2,
      run: within(
        async ({ id: projectId }) =>
          void (await call(searchProject, { projectId, q: pick(words) }, who(searchProject))),
      ),
    },
    {
      weight: 3,
      run: within(async ({ sources }) => {
        const sourceId = sources.any()?.id
        if (sourceId)
          await call(
            pick([getSource, getSourceText, getSourceContent, listSourceMentions]),
            { sourceId },
            who(getSource),
          )
      }),
    },
    {
      weight: 1,
      run: within(async ({ sources }) => {
        const source = sources.take()
        if (!source) return
        const author = effects.newMark('author')
        const body = { sourceId: source.id, author, occurredAt: `2026-0${1 + random(9)}-15T12:00:00Z` }
        const { kind } = await call(updateSource, body, who(updateSource))
        if (kind !== 'refused')
          effects.setField('select author from sources where id = $1', [source.id], author, kind === 'done')
        sources.put(source)
      }),
    },
    {
      weight: 0.7,
      run: within(async ({ sources }) => {
        const source = sources.take()
        if (!source) return
        const deleted = await call(deleteSource, { sourceId: source.id }, who(deleteSource))
        effects.set('source', source.title, isDone(deleted) ? 'taken away' : 'unknown')
      }),
    },
    {
      weight: 0.5,
      async run() {
        const sourceId = broken.any()
        if (sourceId) await call(retrySource, { sourceId }, who(retrySource))
      },
    },
    {
      weight: 1,
      run: within(async (project) => {
        const name = effects.newMark('tracker')
        const looked = definition()
        await call(previewTracker, { projectId: project.id, ...looked }, who(previewTracker))
        const made = await call(createTracker, { projectId: project.id, name, ...looked }, who(createTracker))
        put(project, 'tracker', name, made)
        if (made.kind === 'done') project.trackers.put({ id: made.result.id, name })
      }),
    },
    {
      weight: 3,
      run: within(async ({ trackers }) => {
        const trackerId = trackers.any()?.id
        if (trackerId) await call(pick([getTracker, getTrackerResults]), { trackerId }, who(getTracker))
      }),
    },
    {
      weight: 0.7,
      run: within(async ({ trackers }) => {
        const tracker = trackers.take()
        if (!tracker) return
        await call(
          updateTracker,
          { trackerId: tracker.id, phrases: [{ text: pick(words) }], query: null, exclude: [] },
          who(updateTracker),
        )
        if (Math.random() < 0.5) return trackers.put(tracker)
        const deleted = await call(deleteTracker, { trackerId: tracker.id }, who(deleteTracker))
        effects.set('tracker', tracker.name, isDone(deleted) ? 'taken away' : 'unknown')
      }),
    },
    {
      weight: 0.1,
      async run() {
        const project = projects.take()
        if (!project) return
        const deleted = await call(deleteProject, { projectId: project.id }, who(deleteProject))
        project.gone = isDone(deleted) ? 'taken away' : 'unknown'
        effects.set('project', project.name, project.gone)
        for (const [kind, mark] of project.inside) forget(project, project.gone, kind, mark)
      },
    },
    {
      weight: 0.7,
      run: within(async (project) => {
        const question = effects.newMark('question')
        const name = pick(['summarize', 'themes', 'sentiment'])
        const body = { name, projectId: project.id, input: { question }, wait: pick([0, 2]) }
        const started = await call(startRun, body, who(startRun))
        put(project, 'run', question, started)
        if (started.kind !== 'done') return
        const runId = started.result.id
        if (Math.random() < 0.2) await call(cancelRun, { runId }, who(cancelRun))
        runs.put(runId)
      }),
    },
    {
      weight: 0.7,
      async run() {
        const runId = runs.any()
        if (!runId) return
        await call(pick([getRun, watchRun]), { runId }, who(getRun))
        if (Math.random() < 0.3) await call(retryRun, { runId }, who(retryRun))
      },
    },
    {
      weight: 0.3,
      async run() {
        const name = effects.newMark('skill')
        const content = `---\nname: ${name}\ndescription: Says nothing.\n---\nSay nothing.`
        const made = await call(createSkill, { content }, who(createSkill))
        effects.made('skill', name, made)
        await call(getSkill, { name }, who(getSkill))
        if (made.kind !== 'done' || Math.random() < 0.1) return
        const deleted = await call(deleteSkill, { name }, who(deleteSkill))
        effects.gone('skill', name, deleted)
      },
    },
  ]
}
