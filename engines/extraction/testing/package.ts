import { strToU8, zipSync } from 'fflate'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Creates a zip of texts. */
export function zipOf(parts: Record<string, string>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}

/** Creates the part that lists what another refers to, by their ids. */
export function relationships(related: Record<string, [type: string, target: string]>): string {
  const links = Object.entries(related).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`
}

/** Creates a part in the namespaces of Microsoft's formats. */
export const officePart = (root: string, namespace: string, content: string): string =>
  `${head}<${root} xmlns="http://schemas.openxmlformats.org/${namespace}/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}">${content}</${root}>`
