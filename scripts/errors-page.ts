import { commonErrors, type ErrorCode, errors } from '#contract'

/** docs/errors.md: every error there is, from the catalogue that the server answers from. */
export function errorsPage(): string {
  const codes = Object.keys(errors) as ErrorCode[]
  const rows = codes
    .toSorted((one, other) => errors[one].status - errors[other].status)
    .map((code) => `| ${errors[code].status} | \`${code}\` | ${errors[code].title} |`)
  return `# Every error

Made from the error catalogue by \`npm run generate\`. What to do about a status stands in the
[API guide](api-guide.md#when-it-refuses); which call can give which of them, on the page \`/api/docs\` of your server.

Any call can give these: ${commonErrors.map((code) => `\`${code}\``).join(', ')}.

| Status | Code | What it says |
|---|---|---|
${rows.join('\n')}
`
}
