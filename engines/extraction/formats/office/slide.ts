import type { Draft } from '../../draft.ts'

/** Adds a slide, and the notes of its speaker. @param number from 1 */
export function addSlide(
  draft: Draft,
  number: number,
  { slide, notes }: { slide: string; notes: string },
): void {
  draft.add('slide', inLines(slide), { label: String(number) })
  draft.add('slide', inLines(notes), { label: `${number}, notes` })
}

const inLines = (text: string): string => text.replaceAll(/\n{2,}/g, '\n')
