import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Project } from '#contract'
import { formatCount } from '../../components/format.ts'
import { useUploadNews } from '../sources/uploads.ts'
import classes from './project-tabs.module.css'

/** The parts of a project, each with an address of its own. */
export const projectTabs = [
  {
    label: 'Sources',
    to: '/projects/$projectId/sources',
    count: ({ sources }: Project['counts']) => sources,
  },
  {
    label: 'Trackers',
    to: '/projects/$projectId/trackers',
    count: ({ trackers }: Project['counts']) => trackers,
  },
  { label: 'Skills', to: '/projects/$projectId/skills', count: () => undefined },
] as const

/** @param children what stands at the end of their row */
export function ProjectTabs({ project, children }: { project: Project; children?: ReactNode }) {
  const goingUp = useUploadNews(project.id)
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
            <Count count={count(project.counts)} />
            {label === 'Sources' && goingUp > 0 && (
              <span className={classes.count}>{formatCount(goingUp)} going up</span>
            )}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  )
}

function Count({ count }: { count: number | undefined }) {
  return count !== undefined && <span className={classes.count}>{formatCount(count)}</span>
}
