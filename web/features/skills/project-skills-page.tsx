import { Title } from '@mantine/core'
import { listRuns, type Output, type Run } from '#contract'
import { Caption } from '../../components/caption.tsx'
import { type Column, column, nameColumn, timeColumn } from '../../components/columns.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Loaded } from '../../components/page.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { useList } from '../../list.ts'
import { takesMore, useProject } from '../../project.ts'
import { RunState, scopeOf } from './run-state.tsx'
import { SkillList } from './skill-list.tsx'
import { skillTitle } from './skill-title.ts'
import { StartSkill } from './start-skill.tsx'
import { pollMs, useSkills } from './use-skills.ts'

/** The skills that can run on a project, and its runs. */
export default function ProjectSkillsPage() {
  const project = useProject()
  const skills = useSkills(project.id)
  const again = ({ data }: Output<typeof listRuns>) =>
    data.some(({ finishedAt }) => finishedAt === null) && pollMs
  return (
    <>
      <Loaded call={skills} what="The skills could not be loaded">
        {({ data }) => (
          <SkillList
            skills={data}
            actions={(skill) =>
              skill.available && takesMore(project) && <StartSkill skill={skill} projectId={project.id} />
            }
          />
        )}
      </Loaded>
      <Title order={2} mt={40} mb="sm">
        Runs
      </Title>
      <DataTable
        label="Runs"
        list={useList(listRuns, { projectId: project.id }, { again })}
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
  column('Run', {}, ({ id, projectId, skill, input }) => (
    <>
      <RecordLink row to="run" id={id} project={projectId} name={skillTitle(skill)} />
      <Caption lineClamp={2}>
        <bdi>{scopeOf(input)}</bdi>
      </Caption>
    </>
  )),
  column('State', { width: '10rem' }, (run) => <RunState {...run} />),
  nameColumn('Started by', { width: '12rem' }, ({ createdBy }) => createdBy.name),
  timeColumn('Started', {}, ({ createdAt }) => createdAt),
]
