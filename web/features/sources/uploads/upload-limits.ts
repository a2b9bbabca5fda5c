import type { listSourceFormats, Output } from '#contract'
import { formatBytes } from '../../../components/format.ts'

type Formats = Output<typeof listSourceFormats>

/** Returns why a file cannot be uploaded, in a sentence, or null if it can be tried. */
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
    return `The file is ${formatBytes(size)}. The limit is ${formatBytes(formats.maxBytes)}.`
  return null
}

/** Lists one extension for each format: `.txt, .md and .pdf`. */
export function readable({ data }: Formats): string {
  const extensions = data.map(({ format, extensions }) => `.${extensions[0] ?? format}`)
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(extensions)
}

/** Returns the `accept` attribute of the file input. */
export const accepted = ({ data }: Formats): string =>
  data.flatMap(({ extensions, mimeTypes }) => [...extensions.map((one) => `.${one}`), ...mimeTypes]).join(',')
