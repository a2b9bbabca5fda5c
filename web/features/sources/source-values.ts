import type { Input, Language, Source, updateSource } from '#contract'
import { own } from '#rules/own'
import { localDay } from '../../components/format.ts'

/** The values of the form: all text, and empty if unknown. */
export type SourceValues = {
  title: string
  language: Language | ''
  occurredAt: string
  author: string
  tags: string[]
  metadata: MetadataRow[]
}

interface MetadataRow {
  name: string
  value: string
}

export const valuesOf = ({
  title,
  statedLanguage,
  occurredAt,
  author,
  tags,
  metadata,
}: Source): SourceValues => ({
  title,
  language: statedLanguage ?? '',
  occurredAt: occurredAt ? localDay(occurredAt) : '',
  author: author ?? '',
  tags,
  metadata: Object.entries(metadata).map(([name, value]) => ({ name, value: asText(value) })),
})

/** Returns the input that updates `seen`. Unchanged times and values keep what a day or a text cannot express. */
export function inputOf(values: SourceValues, seen: Source): Input<typeof updateSource> {
  const { title, language, occurredAt, author, tags, metadata } = values
  const sameDay = seen.occurredAt !== null && occurredAt === localDay(seen.occurredAt)
  return {
    sourceId: seen.id,
    version: seen.version,
    title,
    language: language || null,
    occurredAt: sameDay ? seen.occurredAt : instantOf(occurredAt),
    author: author.trim() || null,
    tags,
    metadata: Object.fromEntries(
      filled(metadata).map(({ name, value }) => {
        const before = own(seen.metadata, name.trim())
        return [name.trim(), before !== undefined && asText(before) === value ? before : value]
      }),
    ) as Input<typeof updateSource>['metadata'],
  }
}

/** Returns an error for each name that is already used above. */
export function duplicateNames({ metadata }: SourceValues): Record<string, string> {
  const names = metadata.map(({ name }) => name.trim())
  return Object.fromEntries(
    names.flatMap((name, place) =>
      name && names.indexOf(name) < place
        ? [[`metadata.${place}.name`, 'This name is already used above']]
        : [],
    ),
  )
}

const filled = (rows: MetadataRow[]) => rows.filter(({ name, value }) => name.trim() || value.trim())

/** Returns noon UTC of a day, which is on that day almost everywhere. */
export const instantOf = (day: string) => (day ? `${day}T12:00:00Z` : null)

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
