import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getProject, type Project, pseudonymiseProject } from '#contract'
import { callOptions } from '../../api.ts'
import { DropTarget } from '../../components/drop-target.tsx'
import { FormDialog, useDialog } from '../../components/form-dialog.tsx'
import { calendarDate, formatCount, plural } from '../../components/format.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Loaded, PageHeader } from '../../components/page.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { takesMore } from '../../project.ts'
import { useMay } from '../../session.ts'
import { ProjectSearch } from '../sources/search/project-search.tsx'
import { useAddFiles, useUploadRefresh } from '../sources/uploads/uploads.ts'
import { LockedBadge } from './locked-badge.tsx'
import { EditProject } from './project-form.tsx'
import { ProjectMenu, useArchive } from './project-menu.tsx'
import classes from './project-page.module.css'

const route = getRouteApi('/shell/projects/$projectId')

/** While names are being replaced. */
const pollMs = 1_500

/** The frame of a project: its heading, actions and tabs around the current page. */
const ProjectAccess = lazyPart(() => import('./project-access.tsx'))
const ReplaceNames = lazyPart(() => import('./replace-names.tsx'))

export default function ProjectPage() {
  const { projectId } = route.useParams()
  const call = useQuery({
    ...callOptions(getProject, { projectId }),
    refetchInterval: ({ state }) => (state.data?.pseudonymisation ? pollMs : false),
  })
  return (
    <Loaded call={call} heading="Project" what="The project could not be loaded">
      {(project) => <ProjectFrame key={project.id} project={project} />}
    </Loaded>
  )
}

function ProjectFrame({ project }: { project: Project }) {
  const { id, name, description, counts, createdAt, archivedAt, level, pseudonymisation } = project
  const { pathname } = useLocation()
  const editing = useDialog('edit')
  const sharing = useDialog('access')
  const renaming = useDialog('names')
  const may = useMay()
  const addFiles = useAddFiles(project)
  const searching = pathname.endsWith('/search')
  const tab = projectTabs.find(({ to }) => pathname.startsWith(to.replace('$projectId', id)))
  return (
    <>
      <PageHeader
        title={name}
        part={searching ? 'Search' : tab?.label}
        back={{ to: '/projects', label: 'Projects' }}
        badge={
          <>
            {archivedAt && <StateBadge kind="quiet" icon={IconArchive} text="Archived" />}
            <LockedBadge access={project.access} />
          </>
        }
        description={
          <>
            {description && (
              <Text inherit dir="auto" style={{ whiteSpace: 'pre-line' }}>
                {description}
              </Text>
            )}
            <Text size="xs" mt={4}>
              {plural(counts.mentions, 'mention')} · created <RelativeTime at={createdAt} />
              {archivedAt && ' · archived '}
              {archivedAt && <RelativeTime at={archivedAt} />}
            </Text>
            {pseudonymisation && (
              <Text role="status" size="xs" mt={4}>
                Replacing names in existing sources: {formatCount(pseudonymisation.done)} of{' '}
                {formatCount(pseudonymisation.total)}
              </Text>
            )}
          </>
        }
        action={
          <>
            <ProjectMenu project={project} onAccess={sharing.open} onNames={renaming.open} />
            {level === 'edit' && <Button onClick={editing.open}>Edit</Button>}
          </>
        }
      />
      <DeletionNotice project={project} />
      <ProjectTabs project={project}>
        <ProjectSearch project={project} searching={searching} />
      </ProjectTabs>
      <Outlet />
      {takesMore(project) && <DropTarget label={`Drop to add to “${name}”`} onFiles={addFiles} />}
      {level === 'edit' && (
        <FormDialog dialog={editing} title="Edit project">
          <EditProject project={project} onClose={editing.close} />
        </FormDialog>
      )}
      <FormDialog dialog={sharing} title={`Who can see “${project.name}”`}>
        <ProjectAccess project={project} onClose={sharing.close} />
      </FormDialog>
      {may(pseudonymiseProject) && (
        <FormDialog dialog={renaming} title="Replace names" size={640}>
          <ReplaceNames project={project} onClose={renaming.close} />
        </FormDialog>
      )}
    </>
  )
}

/** Says when an archived project will be deleted, and offers to restore it. */
function DeletionNotice({ project }: { project: Project }) {
  const setArchived = useArchive(project)
  const { deletedOn, level } = project
  if (deletedOn === null) return null
  return (
    <Alert
      variant="light"
      color="red"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={`This project will be deleted on ${calendarDate(deletedOn)}`}
    >
      <Text mb="xs">
        It is archived. {level === 'edit' ? 'Restore it' : 'Ask someone who can edit it to restore it'} to
        keep it.
      </Text>
      {level === 'edit' && (
        <Button variant="filled" onClick={() => setArchived(false)}>
          Restore project
        </Button>
      )}
    </Alert>
  )
}

/** The tabs of a project. Each has its own address. */
const projectTabs = [
  { label: 'Sources', to: '/projects/$projectId/sources', count: 'sources' },
  { label: 'Trackers', to: '/projects/$projectId/trackers', count: 'trackers' },
  { label: 'Skills', to: '/projects/$projectId/skills', count: null },
] as const

/** @param children shown at the end of the row */
function ProjectTabs({ project, children }: { project: Project; children?: ReactNode }) {
  const uploading = useUploadRefresh(project.id)
  return (
    <div className={classes.row}>
      <nav aria-label="Project" className={classes.tabs}>
        {projectTabs.map(({ label, to, count }) => (
          <Link
            key={label}
            to={to}
            params={{ projectId: project.id }}
            activeOptions={{ includeSearch: false }}
            resetScroll={false}
            className={classes.tab}
          >
            {label}
            {count && <span className={classes.count}>{formatCount(project.counts[count])}</span>}
            {label === 'Sources' && uploading > 0 && (
              <span className={classes.count}>{formatCount(uploading)} uploading</span>
            )}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  )
}
