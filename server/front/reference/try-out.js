// Calls an operation from the page: with the key that was entered, else with the reader's session.
import { element } from './element.js'

export function tryOut(operation, schemas, keyOf) {
  const { parameters, requestBody } = operation
  const { 'application/json': json, 'multipart/form-data': multipart } = requestBody?.content ?? {}
  const output = element('div', { class: 'output' })

  const fields = parameters.map((parameter) => {
    const { enum: values } = schemas.resolve(parameter.schema)
    const attributes = { name: parameter.name, required: parameter.required }
    const input = values
      ? element(
          'select',
          attributes,
          ['', ...values].map((value) => element('option', { value }, value)),
        )
      : element('input', { ...attributes, autocomplete: 'off' })
    return element('label', {}, `${parameter.name} (${parameter.in})`, input)
  })
  const body = json && element('textarea', { name: 'body', rows: '8', spellcheck: 'false' })
  if (body) body.value = JSON.stringify(schemas.exampleOf(json.schema, true), null, 2)
  const file = multipart && element('input', { name: 'file', type: 'file' })

  const send = async (event) => {
    event.preventDefault()
    const button = event.submitter
    button.disabled = true
    output.replaceChildren()
    try {
      const values = new FormData(event.target)
      const call = requestOf(operation, values, {
        body: body?.value,
        file: file?.files[0],
        formSchema: multipart?.schema,
      })
      await show(call, keyOf(), output)
    } catch (error) {
      output.append(element('p', { role: 'alert' }, `The call failed: ${error.message}`))
    } finally {
      button.disabled = false
    }
  }
  return element(
    'form',
    { submit: send },
    ...fields,
    body ? element('label', {}, 'Body', body) : '',
    file ? element('label', {}, 'File, with the body as its fields', file) : '',
    element('button', { type: 'submit' }, 'Send'),
    output,
  )
}

/** Returns the request of a call: its URL on this server, and what `fetch` needs. */
function requestOf({ method, path, parameters }, values, { body, file, formSchema }) {
  const given = parameters.filter(({ name }) => values.get(name))
  const of = (place) =>
    given.filter((parameter) => parameter.in === place).map(({ name }) => [name, values.get(name)])
  const filled = of('path').reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  )
  const query = new URLSearchParams(of('query')).toString()
  const headers = Object.fromEntries(of('header'))
  const url = query ? `${filled}?${query}` : filled
  if (file) return { url, method, headers, body: formOf(body, file, formSchema), file }
  return body
    ? { url, method, headers: { ...headers, 'content-type': 'application/json' }, body }
    : { url, method, headers }
}

/** Fields of the body that belong to no form, such as the text that the file replaces, are left out. */
function formOf(json, file, { properties }) {
  const form = new FormData()
  for (const [name, value] of Object.entries(JSON.parse(json)))
    if (name in properties)
      form.append(name, value instanceof Object && !Array.isArray(value) ? JSON.stringify(value) : value)
  form.append('file', file)
  return form
}

/** Sends a call, and shows the command and the response as it arrives. */
async function show({ url, file, ...request }, key, output) {
  const status = element('p', { role: 'status' })
  const text = element('pre', { class: 'example', tabindex: '0', role: 'region', 'aria-label': 'Response' })
  const command = element(
    'pre',
    { class: 'example', tabindex: '0', role: 'region', 'aria-label': 'curl' },
    curlOf(url, request, file),
  )
  output.append(command, status, text)
  const start = performance.now()
  const headers = { ...request.headers, ...(key && { authorization: `Bearer ${key}` }) }
  const response = await fetch(url, { ...request, headers, credentials: key ? 'omit' : 'same-origin' })
  const type = response.headers.get('content-type') ?? ''
  status.textContent = `${response.status} ${response.statusText}, ${type}, ${Math.round(performance.now() - start)} ms`
  if (/json$|json;/.test(type)) text.textContent = JSON.stringify(await response.json(), null, 2)
  else if (/^text\/|jsonl|xml/.test(type))
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) text.append(chunk)
  else text.replaceWith(downloadOf(await response.blob(), response))
}

function downloadOf(blob, response) {
  const [, name = 'response'] =
    /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return element('a', { href: URL.createObjectURL(blob), download: name }, `Download ${name}`)
}

/** The same call for a shell, with the key from the environment. */
function curlOf(url, { method, headers, body }, file) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(location.origin + url)}`,
    '-H "Authorization: Bearer $AERIE_API_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(file
      ? [...body].map(
          ([name, value]) =>
            `-F ${quoted(`${name}=${value === body.get('file') ? `@${file.name}` : value}`)}`,
        )
      : body
        ? [`-d ${quoted(body)}`]
        : []),
  ]
  return parts.join(' \\\n  ')
}
