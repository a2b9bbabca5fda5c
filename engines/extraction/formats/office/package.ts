import { posix } from 'node:path'
import { type ContentLimits, ExtractionError } from '../../extracted.ts'
import { Archive } from '../../unzip.ts'
import { readXml } from './xml.ts'

/** Opens an office file, which is a zip. */
export const openPackage = (bytes: Uint8Array, limits: ContentLimits): Archive =>
  new Archive(bytes, limits.unpackedBytes)

export interface Related {
  id: string
  /** The end of its type, such as `slide`. */
  type: string
  part: string
}

/**
 * Returns the parts that a part of a package refers to; those of the package itself for an empty name (Open Packaging
 * Conventions, ECMA-376 part 2).
 */
export function relatedParts(archive: Archive, part: string): Related[] {
  const folder = posix.dirname(part)
  const links = archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`))
  const related: Related[] = []
  if (!links) return related
  readXml(links, {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return
      related.push({
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        part: posix.resolve('/', folder, target).slice(1),
      })
    },
  })
  return related
}

/** Returns the contents of the parts of a type among those that a part refers to. */
export const relatedContents = (archive: Archive, related: Related[], wanted: string): Buffer[] =>
  related.filter(({ type }) => type === wanted).flatMap(({ part }) => archive.read(part) ?? [])

/** Returns the name of the part with the document itself. */
export function mainPart(archive: Archive): string {
  const main = relatedParts(archive, '').find(({ type }) => type === 'officeDocument')
  if (!main) throw new ExtractionError('unreadable', 'The file is damaged: it has no document inside.')
  return main.part
}

/** Returns a part that a document cannot be without. */
export function requiredPart(archive: Archive, part: string): Buffer {
  return archive.read(part) ?? missing(part)
}

function missing(part: string): never {
  throw new ExtractionError('unreadable', `The file is damaged: ${part} is missing.`)
}
