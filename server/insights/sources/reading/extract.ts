import type { Reader } from '#database'
import { type ArrivingText, ExtractionError, type Statements } from '#engines/extraction'
import { FileMissingError, type Files } from '#files'
import type { Job, JobContext } from '#platform'
import { namesOf, type ProjectNames } from '../../library/names.ts'
import { keysOf } from '../../library/sources.ts'
import { partsIn, readParts } from '../../library/texts.ts'
import type { Matcher } from '../../matching/matcher.ts'
import type { Extractor } from '../extractor/extractor.ts'
import { removeStaleReadings } from '../remove-leftovers.ts'
import { claim, isOwn, type PresentText, type Reading, type ToRead } from './claim.ts'
import { type Failure, fail, interrupt } from './fail.ts'
import { finish } from './finish.ts'
import { decideLanguages } from './language.ts'
import { originalWithout } from './original.ts'
import { type StagedText, stageText, writeHeld } from './staged-text.ts'

export type ExtractJob = Job<ToRead>

export interface ExtractServices {
  files: Files
  extractor: Extractor
  matcher: Matcher
}

/** Small sources, in bytes, are read together. */
const small = 64_000
const mostTogether = 32
/** UTF-16 units of short texts that one transaction makes ready; the last of them may exceed it. */
const finishedTogether = 32_000

/**
 * Reads sources: extracts their texts, writes them with passages for the search, and finds mentions. This happens outside
 * transactions; short ones at the end make the results visible, together with the status `ready`.
 *
 * Each run writes its own id to the source when it begins. A run that was overtaken by another, or whose source was
 * replaced or deleted, finds another id there and writes nothing. So a run can be interrupted anywhere, and two can work
 * simultaneously.
 */
export function createExtract(services: ExtractServices) {
  const one: ExtractJob = {
    name: 'sources.extract',
    concurrency: 2,
    run: (context, toRead) => read(services, context, [toRead]),
    giveUp: ({ db }, { sourceId, contentRevision }) => interrupt(db, sourceId, contentRevision),
  }
  const together: ExtractJob = {
    name: 'sources.extract_small',
    together: { most: mostTogether, alone: one },
    run: (context, ...toRead) => read(services, context, toRead),
  }
  return {
    jobs: [one, together],
    /** Reads sources in a job of another kind. */
    read: (context: JobContext, toRead: ToRead[]) => read(services, context, toRead),
    /** Returns the job that reads a file of so many bytes. */
    jobFor: (bytes: number): ExtractJob => (bytes <= small ? together : one),
  }
}

export type Extract = ReturnType<typeof createExtract>

/** @throws the first error that is no fault of a file; the other sources are read nevertheless */
async function read(
  { files, extractor, matcher }: ExtractServices,
  { db, signal }: JobContext,
  toRead: ToRead[],
): Promise<void> {
  const readings = await claim(db, toRead)
  // Interrupted runs may have left theirs, and a former text is not needed afterwards.
  const mayLeave = readings.filter(({ isFirst }) => !isFirst).map(({ sourceId }) => sourceId)
  await removeStaleReadings(db, mayLeave, signal)
  const failures: Failure[] = []
  const errors: unknown[] = []
  const known = new Map<string, Promise<ProjectNames | null>>()
  let staged: StagedText[] = []
  for (const reading of readings) {
    try {
      const text = await stage(reading)
      if (text) staged.push(text)
      if (!text || text.held.length === 0) mayLeave.push(reading.sourceId)
    } catch (error) {
      signal.throwIfAborted()
      // An interruption is no failure of the file.
      if (error instanceof ExtractionError && error.code !== 'interrupted') failures.push({ reading, error })
      else if (!(error instanceof FileMissingError) || (await isOwn(db.reader, reading))) errors.push(error)
      mayLeave.push(reading.sourceId)
    }
    if (staged.reduce((chars, { textChars }) => chars + textChars, 0) < finishedTogether) continue
    await finishAll(staged)
    staged = []
  }
  await finishAll(staged)
  if (failures.length > 0) await files.remove(await fail(db, failures))
  await removeStaleReadings(db, mayLeave, signal)
  if (errors.length > 0) throw errors[0]

  /** Sources that are read together have the same names: `finish` refuses those of a former revision. */
  function namesIn(projectId: string): Promise<ProjectNames | null> {
    const names = known.get(projectId) ?? namesOf(db.reader, projectId)
    known.set(projectId, names)
    return names
  }

  async function stage(reading: Reading): Promise<StagedText | null> {
    const names = reading.hasNames ? await namesIn(reading.projectId) : null
    const staged = await extract(reading, (text) => stageText(db, reading, names, text, signal))
    if (!staged || !names) return staged
    const original = await originalWithout(names, reading, staged.mimeType, files)
    return original === undefined ? staged : { ...staged, original }
  }

  async function extract<Result>(reading: Reading, use: (text: ArrivingText) => Promise<Result>) {
    const { fileKey, bytes, filename, mimeType, present } = reading
    if (present) return use(arrivingAgain(db.reader, reading, present))
    // Without its original, a source has a text.
    if (fileKey === null) throw new FileMissingError('that was removed')
    const kind = reading.statedKind as Statements['kind']
    const file = { bytes, open: () => files.read(fileKey), filename, mimeType, kind }
    signal.throwIfAborted()
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    return Promise.race([extractor.extract(file, use), aborted]).finally(() =>
      signal.removeEventListener('abort', abort),
    )
  }

  async function finishAll(texts: StagedText[]): Promise<void> {
    const held = texts.filter(({ held }) => held.length > 0)
    await decideLanguages(db.reader, held)
    await writeHeld(db, held, signal)
    for (const ofProject of Map.groupBy(texts, ({ run }) => run.projectId).values()) {
      if (await finishSome(ofProject)) continue
      for (const text of ofProject) while (!(await finishSome([text]))) signal.throwIfAborted()
    }
  }

  /** @returns false if the trackers have changed */
  async function finishSome(texts: StagedText[]): Promise<boolean> {
    const ready = await finish(db, matcher, texts, signal)
    if (ready === 'trackers changed') return false
    for (const text of texts) if (!ready.includes(text)) mayLeave.push(text.sourceId)
    await files.remove(ready.flatMap(({ original, run }) => (original === undefined ? [] : keysOf(run))))
    return true
  }
}

/** Reads the present text of a source as if it arrived, in the language that it has. */
const arrivingAgain = (
  reader: Reader,
  { sourceId, mimeType }: Reading,
  { reading, parts, textChars, kind, language }: PresentText,
): ArrivingText => ({
  parts: readParts(reader, partsIn({ sourceId, reading, parts })),
  textChars,
  kind,
  mimeType,
  language,
  short: null,
})
