// Starts Swagger UI on this server's own description.
const domNode = document.querySelector('#swagger')
const clientNames = JSON.parse(domNode.dataset.clientNames)

const dark = matchMedia('(prefers-color-scheme: dark)')
const followColorScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followColorScheme)
followColorScheme()

const spec = await (await fetch('/api/openapi.json')).json()
for (const path of Object.values(spec.paths)) for (const operation of Object.values(path)) improve(operation)
window.SwaggerUIBundle({
  spec,
  domNode,
  docExpansion: 'list',
  filter: true,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  validatorUrl: null,
  plugins: [withoutTop, findOperations, accessible],
  onComplete: goToHash,
})

/** Adds the call with the typed client, and links each error code to its explanation instead of a sample of it. */
function improve(operation) {
  operation.description = [operation.description, typescriptOf(operation)].filter(Boolean).join('\n\n')
  for (const response of Object.values(operation.responses)) {
    delete response.content?.['application/problem+json']
    if (Object.keys(response.content ?? {}).length === 0) delete response.content
    response.description = response.description.replace(/`(\w+)`/g, '[`$1`](#$1)')
  }
}

/** The call in TypeScript with the fields that it requires. */
function typescriptOf({ operationId, parameters, requestBody }) {
  const { schema } = requestBody?.content['application/json'] ?? {}
  const fields = [
    ...parameters.filter(({ required }) => required).map(({ name }) => name),
    ...(schema?.required ?? []),
  ]
  const input = fields.length > 0 ? `, { ${fields.join(', ')} }` : ''
  return `\`\`\`\nawait aerie.call(${clientNames[operationId]}${input})\n\`\`\``
}

/** The page has its own heading, and the only server is this one. */
function withoutTop() {
  const nothing = () => null
  return { components: { InfoContainer: nothing, ServersContainer: nothing } }
}

/** Swagger UI filters by tag only. Here every word has to be in an operation's method, path, id, summary or tag. */
function findOperations() {
  const opsFilter = (tags, phrase) => {
    const words = phrase.toLowerCase().split(/\s+/)
    const fits = (operation, tag) => {
      const { operationId, summary } = operation.get('operation').toObject()
      const text = [operation.get('method'), operation.get('path'), operationId, summary, tag]
        .join(' ')
        .toLowerCase()
      return words.every((word) => text.includes(word))
    }
    return tags
      .map((group, tag) => group.update('operations', (list) => list.filter((each) => fits(each, tag))))
      .filter((group) => group.get('operations').size > 0)
  }
  return { fn: { opsFilter } }
}

/** A link inside a button is no valid HTML, and the filter has no label. */
function accessible({ React }) {
  const text = ({ text }) => React.createElement('span', null, text)
  const labelled = (Original) => (props) =>
    React.createElement('label', null, 'Filter', React.createElement(Original, props))
  return { components: { DeepLink: text }, wrapComponents: { FilterContainer: labelled } }
}

/** Shows what the address points to: the page was shorter when the browser looked for it. */
function goToHash() {
  document.getElementById(location.hash.slice(1))?.scrollIntoView()
}
