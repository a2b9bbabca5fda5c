import type { listSourceFormats, Output } from '#contract'
import { formatBytes } from '../../components/format.ts'

type Formats = Output<typeof listSourceFormats>

/** Why a file cannot be taken, in a sentence; null where it can be tried. */
export function whyNot(
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  formats: Formats,
): string | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  const known = formats.data.some(
    ({ extensions, mimeTypes }) => (extension && extensions.includes(extension)) || mimeTypes.includes(type),
  )
  if (!known)
    return `Aerie does not read ${extension ? `.${extension} files` : 'files of this kind'}. It reads ${readable(formats)}.`
  if (size === 0) return 'The file is empty.'
  if (size > formats.maxBytes)
    return `The file has ${formatBytes(size)}; Aerie takes at most ${formatBytes(formats.maxBytes)}.`
  return null
}

/** `.txt, .md and .pdf`: one for each format. */
export function readable({ data }: Formats): string {
  const extensions = data.map(({ format, extensions }) => `.${extensions[0] ?? format}`)
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(extensions)
}

/** What the browser's dialog offers first. */
export const accepted = ({ data }: Formats): string =>
  data.flatMap(({ extensions, mimeTypes }) => [...extensions.map((one) => `.${one}`), ...mimeTypes]).join(',')
