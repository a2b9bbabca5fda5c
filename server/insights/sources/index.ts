import type { Files } from '#files'
import type { Jobs } from '#platform'
import type { Matcher } from '../matching/matcher.ts'
import { createRematchJob } from '../mentions/index.ts'
import { createCreate } from './create.ts'
import { createDelete } from './delete.ts'
import type { Extractor } from './extractor/extractor.ts'
import { get } from './get.ts'
import { createGetContent } from './get-content.ts'
import { getText } from './get-text.ts'
import { list } from './list.ts'
import { createListFormats } from './list-formats.ts'
import { createExtract } from './reading/extract.ts'
import { createRemoveLeftovers } from './remove-leftovers.ts'
import { createRetry } from './retry.ts'
import { search } from './search/search.ts'
import { createSweep } from './sweep.ts'
import { createUpdate } from './update.ts'

export interface SourceServices {
  files: Files
  extractor: Extractor
  matcher: Matcher
  maxUploadBytes: number
}

export function createSources({ files, extractor, matcher, maxUploadBytes }: SourceServices) {
  const extract = createExtract({ files, extractor, matcher })
  const leftovers = createRemoveLeftovers(files)
  const rematch = createRematchJob(matcher)
  return {
    extract,
    jobs: [...extract.jobs, leftovers, rematch, createSweep(files)],
    operations: (jobs: Jobs) => [
      createCreate({ jobs, extract, leftovers, rematch }),
      list,
      get,
      createUpdate({ jobs, extract, rematch }),
      createDelete({ jobs, leftovers }),
      createRetry({ jobs, extract }),
      getText,
      search,
      createGetContent(files),
      createListFormats(maxUploadBytes),
    ],
  }
}
