import { buffer } from 'node:stream/consumers'
import type { Files, Job } from '#platform'
import { type Extracted, ExtractionError, type Extractor, type Foreign } from '../../extraction/index.ts'
import type { Matcher } from '../../matching/index.ts'
import { matchArrival } from '../../mentions/index.ts'
import { removeStalePassages } from '../remove-leftovers.ts'
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
 * Reads a source: extracts its text, writes passages for the search, and finds mentions. This happens outside
 * transactions; one short transaction at the end makes the result visible, together with the status `ready`.
 *
 * Each run writes its own id to the source when it begins. A run that was overtaken by another, or whose source was
 * replaced or deleted, finds another id there and writes nothing. So a run can be interrupted anywhere, and two can work
 * simultaneously.
 */
export const createExtract = ({ files, extractor, matcher }: ExtractServices): ExtractJob => ({
  name: 'sources.extract',
  timeLimitSeconds: 900,
  concurrency: 2,
  async run({ db, signal }, { sourceId, contentRevision }) {
    const reading = await claim(db, sourceId, contentRevision)
    if (!reading) return
    // Of interrupted runs.
    await removeStalePassages(db, sourceId)
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
    await removeStalePassages(db, sourceId)
  },
  giveUp: ({ db }, { sourceId, contentRevision }) => interrupt(db, sourceId, contentRevision),
})

interface TextServices extends Omit<ExtractServices, 'matcher'> {
  signal: AbortSignal
}

/** Returns the text, or why there is none. */
async function textOf(
  { fileKey, filename, mimeType, kind }: Reading,
  { files, extractor, signal }: TextServices,
): Promise<Extracted | ExtractionError> {
  const bytes = await buffer(await files.read(fileKey))
  const given = filename === null ? (kind as Foreign['kind']) : null
  const extracting = extractor.extract({ bytes, filename, mimeType, kind: given }).catch((error: unknown) => {
    // An interruption is no failure of the file.
    if (error instanceof ExtractionError && error.code !== 'interrupted') return error
    throw error
  })
  const aborted = new Promise<never>((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([extracting, aborted])
}
