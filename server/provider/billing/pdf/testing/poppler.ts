import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The reason for skipping tests that read PDFs, or false. PDFs are read by another program than the one that wrote them. */
export const withoutPoppler = ['pdftotext', 'pdftoppm', 'pdfinfo', 'pdfdetach'].some(
  (name) => spawnSync(name, ['-v']).error,
)
  ? 'needs poppler: apt-get install poppler-utils'
  : false

/** Returns the text of each page in its visual layout. */
export function pagesOf(pdf: Buffer): string[] {
  return run('pdftotext', ['-layout', '-', '-'], pdf).toString().split('\f').slice(0, -1)
}

/** Returns the text in reading order. */
export const textOf = (pdf: Buffer): string => run('pdftotext', ['-', '-'], pdf).toString()

/** Returns each word with its left edge in points, in the order of the page. */
export function wordsOf(pdf: Buffer): { word: string; left: number }[] {
  const html = run('pdftotext', ['-bbox', '-', '-'], pdf).toString()
  return [...html.matchAll(/<word xMin="([\d.]+)"[^>]*>([^<]*)<\/word>/g)].map(([, left, word]) => ({
    left: Number(left),
    word: word!,
  }))
}

/** Returns the document properties, such as title and author. */
export function infoOf(pdf: Buffer): Map<string, string> {
  const lines = run('pdfinfo', ['-'], pdf).toString().split('\n')
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
}

/** Returns the names of the fonts, and whether each is embedded. */
export function fontsOf(pdf: Buffer): { name: string; embedded: boolean }[] {
  // pdffonts reads no standard input.
  const folder = mkdtempSync(join(tmpdir(), 'aerie-pdf-'))
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf)
    const [, , ...lines] = run('pdffonts', [join(folder, 'a.pdf')], pdf)
      .toString()
      .trim()
      .split('\n')
    return lines.map((line) => ({
      name: line.slice(line.indexOf('+') + 1).split(' ')[0]!,
      embedded: /\b(yes|no) +(yes|no) +(yes|no) +\d+ +\d+$/.exec(line.trim())?.[1] === 'yes',
    }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the XMP metadata. */
export const metadataOf = (pdf: Buffer): string => run('pdfinfo', ['-meta', '-'], pdf).toString()

/** Returns the embedded files by name. */
export function filesIn(pdf: Buffer): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'aerie-pdf-'))
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf)
    mkdirSync(join(folder, 'files'))
    run('pdfdetach', ['-saveall', '-o', join(folder, 'files'), join(folder, 'a.pdf')], pdf)
    const names = readdirSync(join(folder, 'files'))
    return new Map(names.map((name) => [name, readFileSync(join(folder, 'files', name))]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Counts the dark pixels of the first page at 50 dpi. */
export function inkOf(pdf: Buffer): number {
  const picture = run('pdftoppm', ['-r', '50', '-f', '1', '-l', '1', '-gray', '-'], pdf)
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.subarray(0, 40).toString('latin1'))
  assert.ok(header, 'a grey picture')
  const dots = picture.subarray(header[0].length)
  assert.equal(dots.length, Number(header[1]) * Number(header[2]))
  return dots.filter((grey) => grey < 160).length
}

function run(program: string, args: string[], input: Buffer): Buffer {
  const { stdout, stderr, status } = spawnSync(program, args, { input, maxBuffer: 100_000_000 })
  assert.equal(status, 0, stderr.toString())
  // Poppler reports fonts and structures that it had to repair, and takes a boolean of the standard for another type.
  assert.equal(stderr.toString().replace('Syntax Error: Suspects object is wrong type (boolean)\n', ''), '')
  return stdout
}
