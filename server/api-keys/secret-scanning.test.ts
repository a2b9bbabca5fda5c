import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { parse } from 'yaml'
import { tokenFormat } from '#contract'
import { cases } from '../../scripts/test/full.ts'
import { issueToken } from './token.ts'

const folder = join(import.meta.dirname, '../../deploy/secret-scanning')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const gitleaks = read('gitleaks.toml')
const trufflehog = parse(read('trufflehog.yml'))
const github = parse(read('github.yml'))

/** The value of a key that is a literal string of TOML. */
const literal = (key: string) => new RegExp(`^${key} = '''(.*)'''$`, 'm').exec(gitleaks)?.[1] ?? ''

/** The first group of each rule is the secret. */
const rules: Record<string, string> = {
  gitleaks: literal('regex'),
  trufflehog: trufflehog.detectors[0].regex.token,
  // What surrounds a secret is not part of it, and may be part of the next.
  github: `(?<=${github.before_secret})(${github.secret_format})(?=${github.after_secret})`
    .replace('\\A', '^')
    .replace('\\z', '$'),
}
const foundBy = (rule: string, text: string) =>
  [...text.matchAll(new RegExp(rule, 'g'))].map(([, secret]) => secret)

/** Ways in which tokens are leaked. */
const leaks: [text: (token: string, other: string) => string, count: 1 | 2][] = [
  [(token) => token, 1],
  [(token) => `AERIE_API_KEY=${token}\n`, 1],
  [(token) => `export AERIE_API_KEY="${token}"\r\n`, 1],
  [(token) => `  api_key: ${token} # of the nightly export`, 1],
  [(token) => JSON.stringify({ key: token }), 1],
  [(token) => JSON.stringify({ env: `A=1\nKEY=1\n${token}\nB=2`, tab: '\t' }), 1],
  [(token) => `curl -H 'Authorization: Bearer ${token}' https://aerie.example.org/api/me`, 1],
  [(token) => `https://aerie.example.org/api/me?key=${token}&limit=5`, 1],
  [(token) => `https://example.org/?next=%2Fapi%3Fkey%3D${token}%26limit%3D5`, 1],
  [(token) => `const client = createClient({ apiKey: \`${token}\` })`, 1],
  [(token) => `The key is ${token}. Do not share it; use \`${token.slice(0, 12)}\`.`, 1],
  [(token) => `<key>${token}</key>`, 1],
  [(token) => `KEY=old${token};`, 1],
  [(token) => `${token}-`, 1],
  [(token) => `${token}-old`, 1],
  [(token) => `${token}_prod: true`, 1],
  [(one, other) => `${one},${other}`, 2],
  [(one, other) => `${one}\n${other}\n`, 2],
]

/** What looks like a token and is none, or not only one. */
const lookAlikes: ((token: string) => string)[] = [
  (token) => token.slice(0, -1),
  (token) => `${token}A`,
  (token) => `${token.slice(0, -1)}B`,
  (token) => `${token.slice(0, -1)}=`,
  (token) => token.toUpperCase(),
  (token) => token.replace('aie_', 'aei_'),
  (token) => token.replaceAll('_', '-'),
  (token) => token.slice(0, 4) + token.slice(5),
  (token) => `aie_0${token.slice(4)}`,
  (token) => `aie_${'g'.repeat(8)}${token.slice(12)}`,
  (token) => `${token.slice(0, 30)} ${token.slice(30)}`,
  (token) => `${token.slice(0, 30)}\n${token.slice(30)}`,
  (token) => `${token.slice(0, 30)}+${token.slice(31)}`,
  (token) => `${token.slice(0, 12)}…`,
  () => 'aie_<8 hex>_<43 base64url>, or aie_...',
]

const base64 = (text: string) => Buffer.from(text).toString('base64')
const inLines = (text: string, length: number) =>
  text.match(new RegExp(`.{1,${length}}`, 'g'))?.join('\r\n') ?? ''
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const eachAs = (text: string, write: (code: number) => string) =>
  Array.from(text, (character) => write(character.charCodeAt(0))).join('')
const hexOf = (code: number) => code.toString(16)

/** Encodings in which tokens are leaked. Rules, which decode nothing, find them in these. */
const disguises: Record<string, (token: string) => string> = {
  'a Kubernetes secret': (token) => `data:\n  token: ${base64(token)}\n`,
  'a Kubernetes secret from a file': (token) => `  token: ${base64(`${token}\n`)}`,
  'Basic authentication': (token) => `Authorization: Basic ${base64(`aerie:${token}`)}`,
  'Basic authentication with another user': (token) => `Authorization: Basic ${base64(`ci-bot:${token}`)}`,
  'base64url within more': (token) => `?state=${Buffer.from(`a?>=${token}&b=1`).toString('base64url')}#`,
  'base64 in JSON of PHP': (token) => `{"env":"${base64(`KEY="${token}"`).replaceAll('/', '\\/')}"}`,
  'little-endian UTF-16': (token) => utf16(`\ufeffKEY=${token}\r\n`).toString('latin1'),
  'big-endian UTF-16': (token) => utf16(`KEY=${token}`).swap16().toString('latin1'),
  'soft line breaks': (token) => `KEY=3D${token.slice(0, 40)}=\r\n${token.slice(40)}`,
  'quoted-printable': (token) => token.replaceAll('_', '=5F').replaceAll('-', '=2D'),
  'decimal entities': (token) => token.replaceAll('_', '&#95;').replaceAll('-', '&#45;'),
  'hexadecimal entities': (token) => token.replaceAll('_', '&#x5F;').replaceAll('-', '&#x2d;'),
  'a named entity': (token) => `<code>${token.replaceAll('_', '&lowbar;')}</code>`,
  'a URL': (token) => `?key=${token.replaceAll('_', '%5F').replaceAll('-', '%2d')}&a=1`,
  'Unicode escapes': (token) => token.replaceAll('_', '\\u005f'),
  Markdown: (token) => token.replaceAll('_', '\\_').replaceAll('-', '\\-'),
}

/** Encodings in which only the verifier finds them. */
const deepDisguises: typeof disguises = {
  'a name right behind it': (token) => `${token}backup`,
  'base64 in lines of 64': (token) => inLines(base64(`${'x'.repeat(40)}${token}`), 64),
  'base64 in lines of 76': (token) => inLines(base64(`A=1\nAERIE_API_KEY=${token}\nB=2`), 76),
  'lines of base64 in JSON': (token) => JSON.stringify(inLines(base64(`KEY=${token} and more`), 64)),
  'a registry’s credentials': (token) => base64(JSON.stringify({ auth: base64(`user:${token}`) })),
  'an encoded PowerShell command': (token) => `-enc ${utf16(`$key="${token}"`).toString('base64')}`,
  'nothing but entities': (token) => eachAs(token, (code) => `&#${code};`),
  'nothing but Unicode escapes': (token) => eachAs(token, (code) => `\\u00${hexOf(code)}`),
  'a URL in a URL': (token) => token.replaceAll('_', '%255F'),
  'hexadecimal digits': (token) => `\\x${eachAs(`=${token}`, hexOf)}`,
  'a line that is continued': (token) => `${token.slice(0, 30)}\\\n  ${token.slice(30)}`,
  'soft hyphens': (token) => token.replaceAll('_', '_&shy;'),
}

for (const [scanner, rule] of Object.entries(rules)) {
  test(`the rule for ${scanner} finds a token once in each encoding that it can, and nothing in random texts`, () => {
    for (const [name, disguise] of Object.entries(disguises)) {
      for (let n = 0; n < 20; n++) assert.equal(foundBy(rule, disguise(issueToken().token)).length, 1, name)
      for (let n = 0; n < cases(10_000); n++) {
        const random = hash('sha512', `random ${n}`, 'buffer').toString('base64url', 0, 42)
        assert.deepEqual(foundBy(rule, disguise(random)), [], name)
      }
    }
  })

  test(`the rule for ${scanner} finds tokens wherever they leak, and no look-alikes`, () => {
    for (const [leak, count] of leaks) {
      const tokens = [issueToken().token, issueToken().token] as const
      assert.deepEqual(foundBy(rule, leak(...tokens)), tokens.slice(0, count), leak(...tokens))
    }
    for (const lookAlike of lookAlikes) {
      // Always the same: with some secrets, a change leaves a token.
      const text = lookAlike('aie_01234567_0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefA')
      assert.deepEqual(foundBy(rule, text), [], text)
    }
  })

  test(`the rule for ${scanner} has the contract’s format, and only syntax that RE2 and Hyperscan know`, () => {
    for (const part of ['{8}', '{42}[AEIMQUYcgkosw048]'])
      assert.ok(rule.includes(part) && tokenFormat.source.includes(part))
    assert.doesNotMatch(scanner === 'github' ? github.secret_format : rule, /\(\?[^:]|\\[1-9]/)
  })
}

test('the scanners look for a keyword that every token has', () => {
  assert.match(gitleaks, /^keywords = \["aie", "a\\u0000i", "ywllx", "fpzv", "hawvf"\]$/m)
  assert.match(gitleaks, /^secretGroup = 1$/m)
  assert.deepEqual(trufflehog.detectors[0].keywords, ['aie', 'a\0i', 'YWllX', 'FpZV', 'haWVf'])
  assert.equal(trufflehog.detectors[0].verify, undefined)
  assert.deepEqual(foundBy(rules.github ?? '', github.test_string), [github.test_string])
})

/** What only the checksum distinguishes from a token. */
function lookAlike(n: number): string {
  const random = hash('sha512', `look-alike ${n}`, 'buffer')
  return `aie_${random.toString('hex', 0, 4)}_${random.toString('base64url', 4, 36)}\n`
}

/** Runs the script on a text that is sent in such pieces. */
async function verify(...pieces: Iterable<string>[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(folder, 'verify.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exit = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? -1)))
  const [output] = await Promise.all([
    textOf(child.stdout),
    ...pieces.map((each) => pipeline(Readable.from(each), child.stdin)),
  ])
  return { code: await exit, output }
}

test('the verifier reports each token with its line, and never its secret', async () => {
  const tokens = leaks.map(() => [issueToken().token, issueToken().token] as const)
  const texts = leaks.map(([leak], n) => leak(...tokens[n]!))
  const { code, output } = await verify([texts.join('\n')])
  let line = 1
  const expected = leaks.flatMap(([, count], n) => {
    const found = tokens[n]!.slice(0, count)
    const numbers = found.map((token) => line + linesBefore(texts[n]!, token))
    line += texts[n]!.split('\n').length
    return found.map((token, at) => `${numbers[at]}: ${token.slice(0, 12)}`)
  })
  assert.deepEqual([code, output.trimEnd().split('\n')], [1, expected])
})

const linesBefore = (text: string, token: string) => text.slice(0, text.indexOf(token)).split('\n').length - 1

test('the verifier reports a token that arrives in pieces, or is followed by more', async () => {
  const { token } = issueToken()
  const text = `first\n${'x'.repeat(70_000)}\n${token}-old\nlast ${token}`
  const prefix = token.slice(0, 12)
  for (const size of [7, 55, 56, 57, 65_536]) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
      text.slice(n * size, (n + 1) * size),
    )
    assert.deepEqual(await verify(pieces), { code: 1, output: `3: ${prefix}\n4: ${prefix}\n` })
  }
})

const allDisguises = Object.entries({ ...disguises, ...deepDisguises })

test('the verifier reports each encoded token once, with its line', async () => {
  const tokens = allDisguises.map(() => issueToken().token)
  const { code, output } = await verify(allDisguises.map(([, disguise], n) => `${disguise(tokens[n]!)}\n`))
  assert.equal(code, 1)
  let line = 1
  const lines = output.trimEnd().split('\n')
  for (const [n, [name, disguise]] of allDisguises.entries()) {
    const [, at, prefix] = /^(\d+): (.*)$/.exec(lines[n] ?? '') ?? []
    assert.equal(prefix, tokens[n]?.slice(0, 12), name)
    const next = line + disguise(tokens[n]!).split('\n').length
    assert.ok(Number(at) >= line && Number(at) < next, `${name}: line ${at}`)
    line = next
  }
  assert.equal(lines.length, allDisguises.length)
})

test('the verifier reports none of many random look-alikes in each encoding', async () => {
  function* encoded() {
    for (let n = 0; n < cases(20_000); n++)
      yield allDisguises.map(([, disguise]) => `${disguise(lookAlike(n).trimEnd())}\n`).join('')
  }
  assert.deepEqual(await verify(encoded()), { code: 0, output: '' })
})

test('the verifier reports none of a million random look-alikes that fail the checksum', async () => {
  function* randomLookAlikes(count: number) {
    for (let n = 0; n < count; n += 1000)
      yield Array.from({ length: 1000 }, (_, at) => lookAlike(n + at)).join('')
  }
  assert.deepEqual(await verify(randomLookAlikes(cases(1_000_000))), { code: 0, output: '' })
  const { token } = issueToken()
  const { code, output } = await verify([...randomLookAlikes(1000), token])
  assert.deepEqual([code, output], [1, `1001: ${token.slice(0, 12)}\n`])
})
