import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Why tests that read PDFs are skipped, or false: another program than the one that wrote them reads them. */
export const withoutPoppler = isInstalled() ? false : 'needs poppler: apt-get install poppler-utils'

function isInstalled(): boolean {
  return ['pdftotext', 'pdftoppm', 'pdfinfo'].every((name) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return true
      } catch {
        return false
      }
    }),
  )
}

/** The text of each page, laid out as it is seen. */
export function pagesOf(pdf: Buffer): string[] {
  return run('pdftotext', ['-layout', '-', '-'], pdf).toString().split('\f').slice(0, -1)
}

/** Each word with its left edge, in points, in the order of the page. */
export function wordsOf(pdf: Buffer): { word: string; left: number }[] {
  const html = run('pdftotext', ['-bbox', '-', '-'], pdf).toString()
  return [...html.matchAll(/<word xMin="([\d.]+)"[^>]*>([^<]*)<\/word>/g)].map(([, left, word]) => ({
    left: Number(left),
    word: word!,
  }))
}

/** Title, author and so on, by name. */
export function infoOf(pdf: Buffer): Map<string, string> {
  const lines = run('pdfinfo', ['-'], pdf).toString().split('\n')
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
}

/** How many dots of the first page are dark, at 50 dots an inch. */
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
  // Poppler complains here about fonts and structure that it had to repair.
  assert.equal(stderr.toString(), '')
  return stdout
}
