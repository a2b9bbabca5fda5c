import { own } from '#rules/own'
import type { Email, EmailContext, Link } from './email.ts'

/** Renders an email as plain text and as HTML that loads nothing. */
export function render({ subject, body }: Email, { organisation, baseUrl }: EmailContext) {
  const footer = `${organisation} · ${baseUrl}`
  const text = [...body.map(toText), `-- \n${footer}`].join('\n\n')
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font: 16px/1.5 sans-serif; max-width: 36em">',
    ...body.map(toHtml),
    `<p style="font-size: 13px; color: #666">${escaped(footer)}</p>`,
    '</body></html>',
  ].join('\n')
  return { text, html }
}

function toText(part: string | Link | string[]): string {
  if (typeof part === 'string') return part
  return Array.isArray(part) ? part.map((entry) => `- ${entry}`).join('\n') : `${part.text}:\n${part.url}`
}

function toHtml(part: string | Link | string[]): string {
  if (typeof part === 'string') return `<p>${escaped(part)}</p>`
  if (Array.isArray(part)) return `<ul>${part.map((entry) => `<li>${escaped(entry)}</li>`).join('')}</ul>`
  return `<p><a href="${escaped(part.url)}">${escaped(part.text)}</a></p>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => own(entities, character) ?? '')
