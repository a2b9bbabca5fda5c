import type { Files, Job } from '#platform'
import { type Extracted, ExtractionError, type Extractor, type Foreign } from '../../extraction/index.ts'
import type { Matcher } from '../../matching/index.ts'
import { matchArrival } from '../../trackers/index.ts'
import { removeDeadPassages } from '../remove-leftovers.ts'
import { claim, type Reading } from './claim.ts'
import { fail, interrupt } from './fail.ts'
import { finish } from './finish.ts'
import { stagePassages } from './stage-passages.ts'

export type ExtractJob = Job<{ sourceId: string; contentRevision: number }>

export interface ExtractServices {
  files: Files
  extractor: Extractor
  matcher: Matcher
}

/**
 * Reads a source: its text out of the file, the text's passages for the search, the mentions in it. All of that happens
 * outside of transactions; one short transaction at the end makes it the source's, together with `ready`.
 *
 * Every run has a number of its own, which the source knows from its beginning: a run that was overtaken by another, or
 * whose source was replaced or deleted, finds another number there and writes nothing. So a run may be cut off anywhere,
 * and two may work at once.
 */
export const createExtract = ({ files, extractor, matcher }: ExtractServices): ExtractJob => ({
  name: 'sources.extract',
  timeLimitSeconds: 900,
  concurrency: 2,
  async run({ db, signal }, { sourceId, contentRevision }) {
    const reading = await claim(db, sourceId, contentRevision)
    if (!reading) return
    // What runs that were cut off have left.
    await removeDeadPassages(db, sourceId)
    const extracted = await textOf(reading, { files, extractor, signal })
    if (extracted instanceof ExtractionError) await fail(db, reading, extracted)
    else if (await stagePassages(db, reading, extracted, signal)) {
      const { text, segments, language } = extracted
      for (let finished = false; !finished; ) {
        signal.throwIfAborted()
        const arriving = { projectId: reading.projectId, text, segments, language }
        const arrival = await matchArrival(db, matcher, arriving, signal)
        finished = await finish(db, reading, extracted, arrival)
      }
    }
    await removeDeadPassages(db, sourceId)
  },
  giveUp: ({ db }, { sourceId, contentRevision }) => interrupt(db, sourceId, contentRevision),
})

interface TextServices extends Omit<ExtractServices, 'matcher'> {
  signal: AbortSignal
}

/** The text, or why there is none. */
async function textOf(
  { fileKey, filename, mimeType, kind }: Reading,
  { files, extractor, signal }: TextServices,
): Promise<Extracted | ExtractionError> {
  const bytes = await files.readWhole(fileKey)
  // Text from JSON is of one of the two.
  const given = filename === null ? (kind as Foreign['kind']) : null
  const extracting = extractor.extract({ bytes, filename, mimeType, kind: given }).catch((error: unknown) => {
    // What was cut off is no failure of the file.
    if (error instanceof ExtractionError && error.code !== 'interrupted') return error
    throw error
  })
  return Promise.race([extracting, rejectionBy(signal)])
}

function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
