import { readFileSync } from 'node:fs'
import type { SourceText } from '#engines/summaries'

/** A text whose lines are labelled by hand with a letter for their topic. */
export interface LabelledText {
  source: SourceText
  /** Returns the label of the line at an offset. */
  labelAt(offset: number): string
}

/** Reads lines of a label, a speaker or nothing, and what they said, separated by tabs. */
export function readLabelled(name: string, language: string): LabelledText {
  const file = new URL(`answers/${name}.${language}.txt`, import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  let text = ''
  const labels: { end: number; label: string }[] = []
  const segments = lines.map((line): SourceText['segments'][number] => {
    const [label, speaker, said] = line.split('\t')
    const start = text.length
    text += `${said}\n\n`
    labels.push({ end: text.length, label: label! })
    return { start, end: text.length - 2, kind: 'paragraph', label: null, speaker: speaker || null }
  })
  return {
    source: { id: name, title: name, language, occurredAt: '2026-01-01', reading: 'now', text, segments },
    labelAt: (offset) => labels.find(({ end }) => offset < end)!.label,
  }
}
