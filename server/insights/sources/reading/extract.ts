import { ExtractionError, type Statements } from '#engines/extraction'
import { FileMissingError, type Files } from '#files'
import type { Job } from '#platform'
import type { Matcher } from '../../matching/matcher.ts'
import { matchArrival } from '../../mentions/index.ts'
import type { Extractor } from '../extractor/extractor.ts'
import { removeStaleReadings } from '../remove-leftovers.ts'
import { claim, isOwn, type Reading } from './claim.ts'
import { fail, interrupt } from './fail.ts'
import { finish } from './finish.ts'
import { type StagedText, stageText } from './stage-text.ts'

export type ExtractJob = Job<{ sourceId: string; contentRevision: number }>

export interface ExtractServices {
  files: Files
  extractor: Extractor
  matcher: Matcher
}

/**
 * Reads a source: extracts its text, writes it with passages for the search part by part, and finds mentions. This
 * happens outside transactions; one short transaction at the end makes the result visible, together with the status
 * `ready`.
 *
 * Each run writes its own id to the source when it begins. A run that was overtaken by another, or whose source was
 * replaced or deleted, finds another id there and writes nothing. So a run can be interrupted anywhere, and two can work
 * simultaneously.
 */
export const createExtract = ({ files, extractor, matcher }: ExtractServices): ExtractJob => ({
  name: 'sources.extract',
  concurrency: 2,
  async run({ db, signal }, { sourceId, contentRevision }) {
    const reading = await claim(db, sourceId, contentRevision)
    if (!reading) return
    // Interrupted runs may have left theirs.
    await removeStaleReadings(db, sourceId, signal)
    const staged = await stage(reading)
    if (staged instanceof ExtractionError) await fail(db, reading, staged)
    else if (staged) {
      const { projectId, id } = reading
      const { parts, language } = staged
      for (let finished = false; !finished; ) {
        signal.throwIfAborted()
        const arrived = { projectId, sourceId, reading: id, parts, language }
        const arrival = await matchArrival(db, matcher, arrived, signal)
        finished = await finish(db, reading, staged, arrival)
      }
    }
    await removeStaleReadings(db, sourceId, signal)

    /** Returns what was written, or why there is nothing to write; null if the run was overtaken. */
    async function stage(reading: Reading): Promise<StagedText | ExtractionError | null> {
      const { fileKey, bytes, filename, mimeType } = reading
      const kind = reading.statedKind as Statements['kind']
      const file = { bytes, open: () => files.read(fileKey), filename, mimeType, kind }
      const staging = extractor
        .extract(file, (text) => stageText(db, reading, text, signal))
        .catch(async (error: unknown) => {
          // An interruption is no failure of the file.
          if (error instanceof ExtractionError && error.code !== 'interrupted') return error
          if (error instanceof FileMissingError && !(await isOwn(db.reader, reading))) return null
          throw error
        })
      const aborted = new Promise<never>((_, reject) => {
        signal.throwIfAborted()
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      return Promise.race([staging, aborted])
    }
  },
  giveUp: ({ db }, { sourceId, contentRevision }) => interrupt(db, sourceId, contentRevision),
})
