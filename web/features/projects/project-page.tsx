import { Button, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { getProject, type Project } from '#contract'
import { useCall } from '../../api.ts'
import { Facts } from '../../components/facts.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { formatCount } from '../../components/format.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { EditProject } from './edit-project.tsx'
import { ProjectMenu } from './project-menu.tsx'

const route = getRouteApi('/shell/projects/$projectId')

export function ProjectPage() {
  const { projectId } = route.useParams()
  const call = useCall(getProject, { projectId })
  return (
    <Loaded call={call} heading="Project" what="The project could not be loaded">
      {(project) => <ProjectDetails key={project.id} project={project} />}
    </Loaded>
  )
}

function ProjectDetails({ project }: { project: Project }) {
  const { name, description, counts, archivedAt, createdAt, updatedAt } = project
  const editing = useDialog('edit')
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: '/projects', label: 'Projects' }}
        badge={archivedAt && <StateBadge kind="quiet">Archived</StateBadge>}
        description={
          description && (
            <Text span inherit dir="auto" style={{ whiteSpace: 'pre-line' }}>
              {description}
            </Text>
          )
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
      <Facts
        facts={[
          { name: 'Sources', value: formatCount(counts.sources), large: true },
          { name: 'Trackers', value: formatCount(counts.trackers), large: true },
          { name: 'Mentions', value: formatCount(counts.mentions), large: true },
          { name: 'Created', value: <RelativeTime at={createdAt} /> },
          { name: 'Changed', value: <RelativeTime at={updatedAt} /> },
          ...(archivedAt ? [{ name: 'Archived', value: <RelativeTime at={archivedAt} /> }] : []),
        ]}
      />
      <FormDialog dialog={editing} title="Edit project">
        <EditProject project={project} onClose={editing.close} />
      </FormDialog>
    </>
  )
}
