import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { estimateTokens } from '../../../../engines/language/tokens.ts'
import { RunError } from '../runs/attempt.ts'
import { type ModelEndpoint, modelSettings, startModelEndpoint } from '../testing/index.ts'
import { readCompletion } from './completion.ts'
import { createModel, endpointMessage, type Model, retryAfterMs } from './model.ts'

const key = 'sk-the-key-that-nobody-may-read-1234567890'
const messages = [{ role: 'user' as const, content: 'A question' }]

let endpoint: ModelEndpoint
before(async () => {
  endpoint = await startModelEndpoint()
})
after(() => endpoint.close())

const newModel = () => createModel(modelSettings({ url: `${endpoint.url}/`, key }))

const ask = (model: Model = newModel(), given: { secondsLeft?: number; onWait?: () => void } = {}) =>
  model.ask(messages, {
    signal: new AbortController().signal,
    deadline: performance.now() + (given.secondsLeft ?? 3600) * 1000,
    outputTokens: 1000,
    onWait: given.onWait ?? (() => {}),
  })

async function failure(asked: Promise<unknown>): Promise<RunError> {
  const error = await asked.then(
    () => assert.fail('should fail'),
    (error) => error,
  )
  assert.ok(error instanceof RunError, String(error))
  assert.ok(!JSON.stringify(error).includes('sk-the-key'))
  return error
}

/** Of each request: the optional parameters. */
const parameters = () =>
  endpoint.requests.map(({ body: { model, messages, ...optional } }) => {
    assert.ok(model && messages)
    return optional
  })

test('the model is asked by its name, with the key and without tools', async () => {
  endpoint.reply('An answer')
  assert.deepEqual(await ask(), { text: 'An answer', inputTokens: 100, outputTokens: 20 })
  const [{ url, headers, body }] = endpoint.requests as [ModelEndpoint['requests'][0]]
  assert.equal(url, '/v1/chat/completions')
  assert.equal(headers.authorization, `Bearer ${key}`)
  assert.deepEqual(body, { model: 'a-model', messages, temperature: 0, max_tokens: 1000 })
})

const rejections: [string, string[], object][] = [
  [
    'takes no temperature and wants max_completion_tokens',
    [
      `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens"}}`,
      `{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.","param":"temperature"}}`,
    ],
    { max_completion_tokens: 4000 },
  ],
  [
    'takes neither limit',
    [
      '{"detail":[{"loc":["body","max_tokens"],"msg":"Extra inputs are not permitted"}]}',
      '{"detail":[{"loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted"}]}',
    ],
    { temperature: 0 },
  ],
  ['does not say what it rejects', ['{"error":"invalid request"}'], {}],
]
for (const [what, bodies, expected] of rejections) {
  test(`an endpoint that ${what} is asked without it, and once only`, async () => {
    const model = newModel()
    const statuses = [400, 422]
    endpoint.reply(...bodies.map((body, n) => ({ status: statuses[n]!, body })), 'An answer')
    assert.equal((await ask(model)).text, 'An answer')
    assert.deepEqual(parameters().at(-1), expected)
    assert.equal(endpoint.requests.length, bodies.length + 1)
    endpoint.reply('Another answer')
    await ask(model)
    assert.deepEqual(parameters(), [expected])
  })
}

test('a request that is rejected for another reason fails, and changes nothing for the next', async () => {
  const model = newModel()
  endpoint.reply({ status: 400, body: '{"error":{"message":"The prompt is too long."}}' })
  const { message, endpointMessage } = await failure(ask(model))
  assert.deepEqual(
    [message, endpointMessage],
    ['The model’s endpoint returned an error (400).', 'The prompt is too long.'],
  )
  assert.deepEqual(parameters(), [{ temperature: 0, max_tokens: 1000 }, {}])
  endpoint.reply('An answer')
  await ask(model)
  assert.deepEqual(parameters(), [{ temperature: 0, max_tokens: 1000 }])
})

const failures: [string, number, string, number, RegExp][] = [
  ['fails', 500, 'x', 7, /returned an error \(500\)/],
  ['is overloaded', 429, '{}', 7, /is overloaded/],
  [
    'rejects the key',
    401,
    JSON.stringify({ error: { message: `Wrong key ${key}` } }),
    1,
    /rejected the configured key/,
  ],
  ['does not know the model', 404, '{}', 1, /was not found/],
  ['is not compatible', 200, '<html>Hello</html>', 1, /not compatible/],
]
for (const [what, status, body, times, message] of failures) {
  test(`an endpoint that ${what} is a clear error`, async () => {
    endpoint.reply({ status, body })
    const error = await failure(ask())
    assert.equal(error.code, 'model_failed')
    assert.match(error.message, message)
    assert.equal(endpoint.requests.length, times)
  })
}

test('an endpoint that cannot be reached is a clear error', async () => {
  const model = createModel(modelSettings({ url: 'http://127.0.0.1:1/v1' }))
  assert.match((await failure(ask(model, { secondsLeft: 0.5 }))).message, /overloaded|cannot be reached/)
})

test('an endpoint that is briefly overloaded is asked again when it says', async () => {
  let waits = 0
  endpoint.reply(
    { status: 503, body: '{}', headers: { 'retry-after': '0' } },
    { status: 429, body: '{}', headers: { 'retry-after': new Date(0).toUTCString() } },
    'An answer',
  )
  assert.equal((await ask(undefined, { onWait: () => waits++ })).text, 'An answer')
  assert.equal(waits, 2)
})

test('an endpoint that asks to wait longer than the run may take is not waited for', async () => {
  endpoint.reply({
    status: 429,
    body: '{"error":{"message":"Quota exceeded"}}',
    headers: { 'retry-after': '600' },
  })
  const { message, endpointMessage } = await failure(ask(undefined, { secondsLeft: 599 }))
  assert.match(message, /overloaded for longer than the run may take/)
  assert.equal(endpointMessage, 'Quota exceeded')
  assert.equal(endpoint.requests.length, 1)
})

test('Retry-After is in seconds or a date; without a valid one, each wait is twice as long', () => {
  const now = Date.parse('2026-11-24T10:00:00Z')
  const wait = (headers: Record<string, string>, attempt = 0) =>
    retryAfterMs(new Headers(headers), attempt, now)
  assert.equal(wait({ 'retry-after': '120' }), 120_000)
  assert.equal(wait({ 'retry-after': 'Tue, 24 Nov 2026 10:00:30 GMT' }), 30_000)
  assert.equal(wait({ 'retry-after': 'Tue, 24 Nov 2026 09:00:00 GMT' }), 0)
  assert.equal(wait({ 'retry-after': '2', 'retry-after-ms': '1500' }), 1500)
  assert.deepEqual(
    [0, 1, 5].map((attempt) => wait({ 'retry-after': 'soon' }, attempt)),
    [1000, 2000, 32_000],
  )
  assert.equal(retryAfterMs(undefined, 0, now), 1000)
})

test('the endpoint’s message is short, on one line and without credentials', () => {
  const of = (body: string) => endpointMessage(body, key)
  assert.equal(of('{"error":{"message":"No such model"}}'), 'No such model')
  assert.equal(of('[{"error":{"message":"Bad key"}}]'), 'Bad key')
  assert.equal(of('{"message":"m"}'), 'm')
  assert.equal(of('{"detail":"Not here"}'), 'Not here')
  assert.equal(of('{"error":"e"}'), 'e')
  assert.equal(of('Service\n\n\u202eunavailable\u0000'), 'Service unavailable')
  assert.equal(
    of(`Key ${key} and Bearer abcdefghijkl and sk-proj-other-key-123456`),
    'Key [key] and Bearer [key] and [key]',
  )
  assert.equal(of('   '), null)
  assert.equal(of('x'.repeat(5000))!.length, 500)
  assert.ok(of('😀'.repeat(5000))!.isWellFormed())
})

test('completions are read in the forms that endpoints return', () => {
  const read = (body: object) => readCompletion(JSON.stringify(body), messages)
  const choices = (content: unknown) => [{ index: 0, message: { role: 'assistant', content } }]
  assert.deepEqual(read({ choices: choices([{ type: 'text', text: 'In ' }, { text: 'parts' }]) }), {
    text: 'In parts',
    inputTokens: estimateTokens('A question'),
    outputTokens: estimateTokens('In parts'),
  })
  assert.equal(read({ choices: choices(null), usage: null })!.text, '')
  assert.equal(read({ choices: choices('with \u0000 and \ud800') })!.text, 'with  and \ufffd')
  assert.equal(read({ choices: [] }), null)
  assert.equal(read({ error: 'x' }), null)
  assert.equal(readCompletion('no JSON', messages), null)
})

// Tokens of cl100k and o200k, whichever are more.
const counted: [string, number][] = [
  ['The price is too high for a small team, and support answered within an hour.', 16],
  ['Příliš žluťoučký kůň úpěl ďábelské ódy.', 27],
  ['价格对小团队来说太高了，客服过了一周才回复。我们因为价格离开了。', 33],
  ['小さなチームには価格が高すぎますし、サポートの返事は一週間後でした。', 34],
  ['작은 팀에게는 가격이 너무 비싸고, 지원팀은 일주일 후에야 답변했습니다.', 39],
  ['छोटी टीम के लिए कीमत बहुत अधिक है, और सहायता ने एक सप्ताह बाद जवाब दिया।', 73],
  ['ዋጋው ለትንሽ ቡድን በጣም ከፍተኛ ነው', 57],
  ['2026-10-23, 12,345.67; 00:01:02.345 --> 00:01:04.000 {"a":[1,2,3]}', 40],
  ['😀😂🎉👍🏽👨‍👩‍👧‍👦 so good 🚀🚀', 39],
]
test('tokens are not underestimated in any script', () => {
  for (const [text, tokens] of counted) assert.ok(estimateTokens(text) >= tokens, text)
  assert.equal(estimateTokens(''), 0)
})
