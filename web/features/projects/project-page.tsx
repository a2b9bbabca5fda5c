import { Button, Text } from '@mantine/core'
import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
import { getProject, type Project } from '#contract'
import { useCall } from '../../api.ts'
import { DropTarget } from '../../components/drop-target.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { ProjectSearch } from '../sources/project-search.tsx'
import { useAddFiles } from '../sources/use-add-files.ts'
import { EditProject } from './edit-project.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { ProjectTabs, projectTabs } from './project-tabs.tsx'

const route = getRouteApi('/shell/projects/$projectId')

/** What all pages of a project stand in: its heading, what is done with it, and the way to its parts. */
export function ProjectPage() {
  const { projectId } = route.useParams()
  const call = useCall(getProject, { projectId })
  return (
    <Loaded call={call} heading="Project" what="The project could not be loaded">
      {(project) => <ProjectFrame key={project.id} project={project} />}
    </Loaded>
  )
}

function ProjectFrame({ project }: { project: Project }) {
  const { id, name, description, archivedAt } = project
  const { pathname } = useLocation()
  const editing = useDialog('edit')
  const addFiles = useAddFiles(project)
  const searching = pathname.endsWith('/search')
  const tab = projectTabs.find(({ to }) => pathname.startsWith(to.replace('$projectId', id)))
  return (
    <>
      <PageHeader
        title={name}
        part={searching ? 'Search' : tab?.label}
        back={{ to: '/projects', label: 'Projects' }}
        badge={archivedAt && <StateBadge kind="quiet">Archived</StateBadge>}
        description={
          <>
            {description && (
              <Text inherit dir="auto" style={{ whiteSpace: 'pre-line' }}>
                {description}
              </Text>
            )}
            <ProjectFacts project={project} />
          </>
        }
        action={
          <>
            <ProjectMenu project={project} />
            <Button variant="default" onClick={editing.open}>
              Edit
            </Button>
          </>
        }
      />
      <ProjectTabs project={project}>
        <ProjectSearch project={project} searching={searching} />
      </ProjectTabs>
      <Outlet />
      {!archivedAt && <DropTarget label={`Drop to add to “${name}”`} onFiles={addFiles} />}
      <FormDialog dialog={editing} title="Edit project">
        <EditProject project={project} onClose={editing.close} />
      </FormDialog>
    </>
  )
}
