import { Title } from '@mantine/core'
import { listRuns, type Run } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { type Column, DataTable, RowLink } from '../../components/data-table.tsx'
import { Loaded } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useList } from '../../list.ts'
import { useProject } from '../../project.ts'
import { RunState, scopeOf } from './run-state.tsx'
import { SkillList } from './skill-list.tsx'
import { skillTitle } from './skill-title.ts'
import { StartSkill } from './start-skill.tsx'
import { pollMs, useSkills } from './use-skills.ts'

/** The skills that can run on a project, and its runs. */
export default function ProjectSkillsPage() {
  const project = useProject()
  const skills = useSkills(project.id)
  const runs = useList(listRuns, { projectId: project.id }, 'pages', ({ data }) =>
    data.some(({ finishedAt }) => finishedAt === null) ? pollMs : false,
  )
  return (
    <>
      <Loaded call={skills} what="The skills could not be loaded">
        {({ data }) => (
          <SkillList
            skills={data}
            actions={(skill) =>
              skill.available && !project.archivedAt && <StartSkill skill={skill} projectId={project.id} />
            }
          />
        )}
      </Loaded>
      <Title order={2} mt={40} mb="sm">
        Runs
      </Title>
      <DataTable
        label="Runs"
        list={runs}
        columns={runColumns}
        empty={{
          title: 'No runs yet',
          text: 'Start a skill above. Its results are listed here, with citations for every statement.',
        }}
      />
    </>
  )
}

const runColumns: Column<Run>[] = [
  {
    heading: 'Run',
    cell: ({ id, projectId, skill, input }) => (
      <>
        <RowLink to="/projects/$projectId/runs/$runId" params={{ projectId, runId: id }}>
          {skillTitle(skill)}
        </RowLink>
        <Caption lineClamp={2}>
          <bdi>{scopeOf(input)}</bdi>
        </Caption>
      </>
    ),
  },
  { heading: 'State', width: '10rem', cell: (run) => <RunState {...run} /> },
  { heading: 'Started by', width: '12rem', cell: ({ createdBy }) => <bdi>{createdBy.name}</bdi> },
  { heading: 'Started', width: '9rem', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]
