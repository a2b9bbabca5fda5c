import type { getTrackerResults, Mention, Output, Tracker } from '#contract'
import { own } from '#rules/own'
import type { Days } from './counts.ts'

/** Writes results for a chat: the counts, and each mention as a quotation with its place. @param baseUrl of the pages */
export function toMarkdown(
  tracker: Tracker,
  { data, counts }: Output<typeof getTrackerResults>,
  days: Days & { after?: string | undefined },
  baseUrl: string,
): string {
  const total = `**${amount(counts.mentions, 'mention')}** in ${amount(counts.sources, 'source')}${span(days)}`
  const none = days.after === undefined ? 'Nothing to show.' : 'Nothing new.'
  const quotes = data.map((mention) => quotation(mention, `${baseUrl}/projects/${tracker.projectId}`))
  return `${[`## ${escaped(tracker.name)}`, total, ...(quotes.length > 0 ? quotes : [none])].join('\n\n')}\n`
}

function quotation(mention: Mention, projectUrl: string): string {
  const { sourceTitle, sourceId, speaker, startMs, occurredAt, start, end } = mention
  const url = `${projectUrl}/sources/${sourceId}?at=${start}-${end}`
  const where = [
    speaker && escaped(speaker),
    `[${escaped(sourceTitle)}](${url})`,
    startMs !== null && clock(startMs),
    occurredAt.slice(0, 10),
  ].filter(Boolean)
  return `> ${withHighlights(mention)}\n>\n> — ${where.join(', ')}`
}

function withHighlights({ snippet, highlights }: Pick<Mention, 'snippet' | 'highlights'>): string {
  let written = ''
  let at = 0
  for (const [start, end] of joined(snippet, highlights)) {
    written += `${inLines(snippet.slice(at, start))}**${inLines(snippet.slice(start, end))}**`
    at = end
  }
  return written + inLines(snippet.slice(at))
}

/** Escapes text in a quotation. The fields of a table row stay on lines of their own. */
const inLines = (text: string): string => text.split('\n').map(escaped).join('  \n> ')

/** Joins adjacent highlights. */
function joined(snippet: string, highlights: [number, number][]): [number, number][] {
  const all: [number, number][] = []
  for (const [start, end] of highlights) {
    const last = all.at(-1)
    if (last && /^\s*$/.test(snippet.slice(last[1], start))) last[1] = Math.max(last[1], end)
    else all.push([start, end])
  }
  return all
}

/**
 * Escapes text, on one line: nothing in a source becomes a link, a heading or a tag. Chats understand entities, but not
 * every backslash.
 */
function escaped(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\\`*_[\](){}#+\-.!|~]/g, '\\$&')
    .replace(/[&<>]/g, (character) => own({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }, character)!)
}

const amount = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

function span({ from, to }: Days): string {
  if (from && to) return from === to ? ` on ${from}` : ` from ${from} to ${to}`
  return from ? ` since ${from}` : to ? ` until ${to}` : ''
}

/** Writes `1:02:03`, or `2:03` within the first hour. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, n) => (n === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':')
}
