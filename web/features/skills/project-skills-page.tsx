import { Title } from '@mantine/core'
import { listRuns, listSkills, type Run } from '#contract'
import { useCall } from '../../api.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useList } from '../../list.ts'
import { useProject } from '../projects/use-project.ts'
import { runColumns } from './run-columns.tsx'
import { SkillList } from './skill-list.tsx'
import { StartSkill } from './start-skill.tsx'

const againMs = 2_000

/** What can be made of a project's sources, and what was made so far. */
export function ProjectSkillsPage() {
  const project = useProject()
  const skills = useCall(listSkills)
  const runs = useList(listRuns, { projectId: project.id }, 'pages', ({ data }) =>
    data.some(isUnderWay) ? againMs : false,
  )
  return (
    <>
      <Loaded call={skills} what="The skills could not be loaded">
        {({ data }) => (
          <SkillList
            skills={data}
            action={(skill) =>
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
          text: 'Start a skill above. What it writes cites each sentence that it rests on, and stays here.',
        }}
      />
    </>
  )
}

const isUnderWay = ({ finishedAt }: Run): boolean => finishedAt === null
