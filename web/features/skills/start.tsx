import { listProjects } from '#contract'
import { useCall } from '../../api.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { Loaded } from '../../components/page.tsx'
import { takesMore } from '../../project.ts'
import { StartRun, type StartRunProps } from './start-run.tsx'

/** The form that starts a skill. It asks for the project if none is given. Loaded on first use. */
export default function Start(props: Omit<StartRunProps, 'projects'>) {
  return props.projectId ? <StartRun {...props} /> : <StartAnywhere {...props} />
}

/** The form that starts a skill on a project, which it asks for. */
function StartAnywhere({ skill, onClose }: Pick<StartRunProps, 'skill' | 'onClose'>) {
  const projects = useCall(listProjects, { archived: 'false', limit: 200 })
  return (
    <Loaded call={projects} what="The projects could not be loaded">
      {({ data }) =>
        data.filter(takesMore).length === 0 ? (
          <EmptyState
            title="No projects yet"
            text="A skill reads the sources of a project."
            action={
              <ButtonLink variant="filled" to="/projects" search={{ dialog: 'new' }}>
                Create project
              </ButtonLink>
            }
          />
        ) : (
          <StartRun skill={skill} projects={data.filter(takesMore)} onClose={onClose} />
        )
      }
    </Loaded>
  )
}
