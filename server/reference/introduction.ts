import { type Html, html } from './html.ts'

/** What holds for every call. */
export function introduction(baseUrl: string): Html {
  return html`
<section id="start">
  <h2>How to call it</h2>
  <p>Make a key on the page <a href="/settings/api-keys">API keys</a> and send it with each call. A key can do what
    the person can do who made it, at that moment.</p>
  <pre class="example" tabindex="0" aria-label="Example">curl ${baseUrl}/api/me \\
  -H "Authorization: Bearer $AERIE_API_KEY"</pre>
  <p>From TypeScript it is the same, with types for all that goes in and comes out. The client and every call come
    from one package; a refusal is thrown as an <code>ApiError</code> with its <code>code</code>.</p>
  <pre class="example" tabindex="0" aria-label="Example of the client">import { createClient, listProjects } from '@aerie/cli'

const aerie = createClient({
  baseUrl: '${baseUrl}',
  apiKey, // from the environment or a secret store, never written into a program
})
const { data } = await aerie.call(listProjects)</pre>
  <p>Bodies and answers are JSON, in camelCase. Ids are UUIDs. Times are UTC, as in
    <code>2026-01-31T09:30:00.000Z</code>. A field that is not known is refused. Every answer carries an
    <code>X-Request-Id</code>, which the server’s log knows, too. All of this page is also there for programs, as
    <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
  <dl class="rules">
    <div><dt>Lists</dt><dd>They come in pages: <code>?limit=</code> takes 1 to 200, and <code>nextCursor</code> of an answer
      goes into <code>?cursor=</code> of the next call until it is null. No row is skipped or seen twice.</dd></div>
    <div><dt>Repeating safely</dt><dd>Where a call takes an <code>Idempotency-Key</code>, send one that you made up:
      the same call again, within a day, gives the first answer again and does nothing twice. Answers that held a
      secret are not given again: <a href="#already_done">already_done</a>.</dd></div>
    <div><dt>Files</dt><dd>Where a call shows <code>-F file=@…</code>, it takes a file as
      <code>multipart/form-data</code>, with its other fields beside it; the same can be sent as JSON.</dd></div>
    <div><dt>Agents</dt><dd><code>POST /mcp</code> speaks the Model Context Protocol (streamable HTTP): with a key as a
      bearer token, agents find the calls that are meant for them as tools, under the names that they have here.</dd></div>
    <div><dt>Versions</dt><dd>Send the <code>version</code> that you read with a change, and it is refused as
      <a href="#stale_version">stale_version</a> where someone else was faster.</dd></div>
    <div><dt>Refusals</dt><dd>They are problems after RFC 9457. Go by <code>code</code>, which never changes its
      meaning; show <code>detail</code> to people.</dd></div>
  </dl>
  <pre class="example" tabindex="0" aria-label="Example of a refusal">{
  "type": "/api/docs#validation_failed",
  "title": "The input is not valid",
  "status": 422,
  "detail": "name: Enter something here",
  "code": "validation_failed",
  "requestId": "019b76da-a800-7000-8000-000000000000",
  "errors": [{ "path": "name", "message": "Enter something here" }]
}</pre>
</section>`
}
