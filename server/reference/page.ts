import { readFileSync } from 'node:fs'
import { commonErrors, type ErrorCode, errors, operationsByPart } from '#contract'
import type { Schemas } from './fields.ts'
import { Html, html } from './html.ts'
import { introduction } from './introduction.ts'
import { breakable, type Described, operationArticle } from './operation.ts'

/** The part of openapi.json that the page is made from. */
export interface Document {
  info: { version: string }
  paths: Record<string, Record<string, Described>>
  components: { schemas: Schemas }
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const sheets = ['base', 'contents', 'text', 'operation', 'wide']
const style = new Html(sheets.map((sheet) => read(`style/${sheet}.css`)).join('\n'))
const script = new Html(read('page.js'))
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%233c55c4'/%3E%3Cpath fill='%23fff' d='M6 20 16 9l10 11-10-4.5z'/%3E%3C/svg%3E"

/** The reference of the whole API as one page. `nonce` is what its style sheet and its script carry. */
export function referencePage(
  document: Document,
  { baseUrl, nonce }: { baseUrl: string; nonce: string },
): string {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Aerie API</title>
<link rel="icon" href="${new Html(icon)}">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav class="side" aria-label="Contents">${contents()}</nav>
<main id="content">
<header>
  <h1>Aerie API <small>${document.info.version}</small></h1>
  <p>Everything that this server does, as calls that a script can make.</p>
</header>
<details class="contents"><summary>Contents</summary><nav aria-label="Contents">${contents()}</nav></details>
${introduction(baseUrl)}
${parts(document, baseUrl)}
${errorList()}
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`
  return text
}

function contents(): Html {
  const list = Object.entries(operationsByPart).map(
    ([part, operations]) => html`
    <li><a class="part" href="#${anchor(part)}">${part}</a><ul class="calls">${operations.map(
      ({ id, method, path, summary }) => html`
      <li data-words="${`${method} ${path} ${id} ${summary} ${part}`.toLowerCase()}"><a href="#${id}"><span class="method ${method.toLowerCase()}">${method}</span> <span>${breakable(path.replace('/api', ''))}</span></a></li>`,
    )}</ul></li>`,
  )
  return html`
<div class="filter" hidden>
  <input type="search" aria-label="Filter the calls" placeholder="Filter the calls ( / )" aria-keyshortcuts="/">
  <output></output>
</div>
<ul><li><a class="part" href="#start">How to call it</a></li>${list}<li><a class="part" href="#errors">Errors</a></li></ul>`
}

function parts({ paths, components }: Document, baseUrl: string): Html[] {
  return Object.entries(operationsByPart).map(([part, operations]) => {
    const articles = operations.map((operation) => {
      const described = paths[operation.path.replace(/:(\w+)/g, '{$1}')]?.[operation.method.toLowerCase()]
      if (!described) throw new Error(`${operation.id} is not in openapi.json`)
      return operationArticle(operation, described, components.schemas, baseUrl)
    })
    return html`<section id="${anchor(part)}"><h2>${part}</h2>${articles}</section>`
  })
}

/** Every code has an anchor, since the `type` of a problem leads there. */
function errorList(): Html {
  const everywhere: readonly string[] = commonErrors
  const rows = Object.entries(errors).map(
    ([code, { status, title }]) => html`
    <li id="${code as ErrorCode}"><span>${status}</span> <div><code>${code}</code><p>${title}.</p></div>${
      everywhere.includes(code) && html`<em>any call</em>`
    }</li>`,
  )
  return html`
<section id="errors">
  <h2>Errors</h2>
  <p>The <code>code</code> of a refusal, and its status. Those marked “any call” are not repeated above.</p>
  <ul class="errors">${rows}</ul>
</section>`
}

const anchor = (part: string): string => part.toLowerCase().replace(/\W+/g, '-')
