import { readXml } from './xml.ts'

/** Returns the words of a chart (DrawingML, ECMA-376 part 1, 21.2): titles, and the names of series and categories, each once. */
export function wordsOfChart(part: Uint8Array): string[] {
  const words = new Set<string>()
  let isName = false
  let isText = false
  let text = ''
  readXml(part, {
    open(name) {
      if (name === 'strCache') isName = true
      if (name === 'p' || name === 'pt') text = ''
      if (name === 't' || (name === 'v' && isName)) isText = true
    },
    text(written) {
      if (isText) text += written
    },
    close(name) {
      if (name === 'strCache') isName = false
      if (name === 't' || name === 'v') isText = false
      if ((name === 'p' || name === 'pt') && text.trim() !== '') words.add(text.trim())
      if (name === 'p' || name === 'pt') text = ''
    },
  })
  return [...words]
}
