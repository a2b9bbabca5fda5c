import type { Input, Source, updateSource } from '#contract'

/** What the forms of a source hold: everything as text, empty where it is not known. */
export type SourceValues = {
  title: string
  occurredAt: string
  author: string
  tags: string[]
  metadata: MetadataRow[]
}

export interface MetadataRow {
  name: string
  value: string
}

export const valuesOf = ({ title, occurredAt, author, tags, metadata }: Source): SourceValues => ({
  title,
  occurredAt: occurredAt ? dayOf(occurredAt) : '',
  author: author ?? '',
  tags,
  metadata: Object.entries(metadata).map(([name, value]) => ({ name, value: asText(value) })),
})

/** What is sent of a source as it was `seen`: times and values that were left as they were keep what a day or a text cannot say. */
export function inputOf(values: SourceValues, seen: Source): Input<typeof updateSource> {
  const { title, occurredAt, author, tags, metadata } = values
  const sameDay = seen.occurredAt !== null && occurredAt === dayOf(seen.occurredAt)
  return {
    sourceId: seen.id,
    version: seen.version,
    title,
    occurredAt: sameDay ? seen.occurredAt : instantOf(occurredAt),
    author: author.trim() || null,
    tags,
    metadata: Object.fromEntries(
      filled(metadata).map(({ name, value }) => {
        const before = seen.metadata[name.trim()]
        return [name.trim(), before !== undefined && asText(before) === value ? before : value]
      }),
    ) as Input<typeof updateSource>['metadata'],
  }
}

/** Names that stand twice, each with what is wrong about it. */
export function twice({ metadata }: SourceValues): Record<string, string> {
  const names = metadata.map(({ name }) => name.trim())
  return Object.fromEntries(
    names.flatMap((name, place) =>
      name && names.indexOf(name) < place
        ? [[`metadata.${place}.name`, 'This name stands above already']]
        : [],
    ),
  )
}

const filled = (rows: MetadataRow[]) => rows.filter(({ name, value }) => name.trim() || value.trim())

/** A day is noon UTC, which is that day almost everywhere. */
export const instantOf = (day: string) => (day ? `${day}T12:00:00Z` : null)

function dayOf(iso: string): string {
  const at = new Date(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
