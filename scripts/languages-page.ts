import { languages } from '#contract'

const forms: Record<(typeof languages)[keyof typeof languages], string> = {
  stems: 'all forms with the same stem',
  beginnings: 'words that begin with the word: particles follow it',
  characters: 'none exist; words need no spaces between them, and parts of a word are found',
}

/** Returns docs/languages.md, generated from the table of languages. */
export function languagesPage(): string {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const rows = Object.entries(languages)
    .map(([code, kind]) => `| ${names.of(code)} | \`${code}\` | ${forms[kind]} |`)
    .sort()
  return `# Languages

Trackers and searches recognize the forms of a word in these languages. In others, they find words as written. The [API
guide](api-guide.md#languages) explains which language a text has. This page is generated from the contract by \`npm run generate\`.

| Language | Code | Forms of a word |
|---|---|---|
${rows.join('\n')}

Searches ignore accents in every language: “cafe” finds “café”, and “café” finds “cafe”. Trackers do not.
`
}
