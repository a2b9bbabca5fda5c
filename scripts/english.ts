// Finds violations of the English rules in docs/style.md that can be detected automatically. Part of npm run check.
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { errors, type Operation, operations, sourceErrors, toJsonSchema } from '#contract'

const verbs = new Set(
  `Accept Adjust Archive Cancel Change Check Confirm Create Decline Delete Disable Dismiss Download Enable Erase Export Finish Flag Get
  Import Invite Issue List Merge Preview Quarantine Receive Record Regenerate Release Replace Reset Restore Retry Reverse Revoke Run
  Search Send
  Sign Start Transfer Undo Update Upload Verify Void Watch`.split(/\s+/),
)

/** Words of the glossary's left column that never have another meaning here, and what to write instead. */
const replacements: [avoid: string, write: string][] = [
  ['(is|are|was|were) (not )?told(?! apart)', 'is returned, is reported'],
  ['unless said|said otherwise|(nothing|none) is said', 'by default, unless set'],
  ['what is there( already)?', 'existing records'],
  ['whoever', 'anyone who, or the role’s name'],
  ['(stand|stands|stood) (in|beside|there)', 'is in, is next to'],
  ['(take|takes|taken|took) back', 'reversed, revoked, canceled'],
  ['mend|mends|mended|mending', 'fix, correct'],
  ['to the (byte|letter)', 'byte-identical, exact'],
  ['(go|goes|went) on (from|to|with|by)|goes on', 'continues'],
  ["one’s own|one's own", 'custom, your own'],
  ['apart from the server', 'in a separate process'],
  ['hostile files?', 'untrusted file'],
  ['(comes|brings) along', 'embedded, included'],
  ['in the place of|in place of the points', 'instead of'],
  ['there is no such', 'not found'],
  ['beside the running', 'while running'],
  ['looks? for mentions|what is found in them', 'find mentions, research findings'],
  ["clinic(’|')s application", 'clinic application'],
  ['second steps?', 'two-factor authentication'],
  ['e-mails?', 'email'],
  ['place where stock', 'location'],
  ['(runs|ran) out(?! of memory)|is used up', 'out of stock, expires'],
  ['retired records?', 'merged record'],
  ['left to pay', 'amount due'],
  [
    '(catalogu|behaviou|colou|favou|honou|recognis|normalis|summaris|serialis|authoris|cancelle|cancelli|labelle)\\w*',
    'the American spelling',
  ],
]

// Phrases also match across the line breaks of comments.
const patterns = replacements.map(([avoid, write]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${avoid.replaceAll(' ', '(?:\\s+(?:\\*|//|#)?\\s*)')})(?![\\w-])`, 'gi'),
  write,
}))

/** Returns one message per avoided phrase in a text, with its line. */
export function avoidedPhrases(name: string, text: string): string[] {
  return patterns.flatMap(({ pattern, write }) =>
    [...text.matchAll(pattern)].map(({ 0: phrase, index }) => {
      const line = text.slice(0, index).split('\n').length
      return `${name}:${line}: “${phrase.replace(/\s+/g, ' ')}”; write: ${write}`
    }),
  )
}

/** Returns a message if an operation's summary does not start with a conventional verb. */
export function unconventionalVerb({ id, summary }: Pick<Operation, 'id' | 'summary'>): string[] {
  const [verb = ''] = summary.split(' ')
  return verbs.has(verb) ? [] : [`${id}: the summary starts with “${verb}”, not with a conventional verb`]
}

/** Returns the summary and all field descriptions of an operation. */
export function textOf({ summary, params, query, body, form, result }: Operation): string {
  const schemas = [params, query, body, ...(form ? [form] : [])].map((schema) =>
    toJsonSchema(schema, 'input', {}),
  )
  const named = {}
  const output = 'media' in result ? {} : toJsonSchema(result, 'output', named)
  const descriptions =
    JSON.stringify([schemas, output, named]).match(/(?<="description":")(?:[^"\\]|\\.)*/g) ?? []
  return [summary, ...descriptions].join('\n')
}

if (import.meta.main) {
  process.chdir(dirname(import.meta.dirname))
  // The style guide quotes what to avoid.
  const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')].filter(
    (file) => file !== 'docs/style.md',
  )
  const sources = globSync('{contract,engines,client,cli,server,web}/**/*.{ts,tsx}', {
    exclude: ['**/*.test.ts', '**/testing/**', '**/dist/**', '**/generated/**'],
  })
  const findings = [
    ...operations.flatMap(unconventionalVerb),
    ...operations.flatMap((operation) => avoidedPhrases(operation.id, textOf(operation))),
    ...Object.entries(errors).flatMap(([code, { title }]) => avoidedPhrases(code, title)),
    ...Object.entries(sourceErrors).flatMap(([code, message]) => avoidedPhrases(code, message)),
    ...[...documents, ...sources].flatMap((file) => avoidedPhrases(file, readFileSync(file, 'utf8'))),
  ]
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exitCode = 1
}
