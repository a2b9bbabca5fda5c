import { type listSources, type Output, retrySource } from '#contract'
import { plural } from '../../../components/format.ts'
import { type Bulk, bulkAction } from '../../../components/table/bulk.ts'

type ListedSource = Output<typeof listSources>['data'][number]

/** What can be done with several sources. */
export const bulkOfSources: Bulk<ListedSource> = {
  nameOf: ({ title }) => title,
  countOf: (sources) => plural(sources, 'source'),
  actions: [
    bulkAction({
      label: 'Retry',
      done: 'retried',
      operation: retrySource,
      input: ({ id }: ListedSource) => ({ sourceId: id }),
      isFor: ({ status }) => status === 'failed',
    }),
  ],
}
