// Separate because only old addresses need it, so it is loaded when one is opened.
import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiError } from '#client'
import { getRun, getSource, getTracker } from '#contract'
import { callOptions } from '../api.ts'

/** The lists of a project whose records had addresses without the project. */
export type ListInProject = 'sources' | 'trackers' | 'runs'

interface Place {
  pathname: string
  searchStr: string
  hash: string
}

/**
 * Returns the address within its project of a record's page: `/projects/…/sources/…` for `/sources/…`, with the same query and
 * hash.
 * @throws NotFoundError if the record is not found
 */
export async function addressInProject(
  queries: QueryClient,
  list: ListInProject,
  { sourceId = '', trackerId = '', runId = '' }: Record<string, string>,
  { pathname, searchStr, hash }: Place,
): Promise<string> {
  const record = await {
    sources: () => queries.ensureQueryData(callOptions(getSource, { sourceId })),
    trackers: () => queries.ensureQueryData(callOptions(getTracker, { trackerId })),
    runs: () => queries.ensureQueryData(callOptions(getRun, { runId })),
  }
    [list]()
    .catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 404 ? notFound() : error
    })
  const rest = pathname.split('/').slice(2).join('/')
  return `/projects/${record.projectId}/${list}/${rest}${searchStr}${hash && `#${hash}`}`
}
