import { commonErrors, type ErrorCode, errors } from '#contract'

/** Returns docs/errors.md, generated from the error catalog. */
export function errorsPage(): string {
  const codes = Object.keys(errors) as ErrorCode[]
  const rows = codes
    .toSorted((a, b) => errors[a].status - errors[b].status)
    .map((code) => `| ${errors[code].status} | \`${code}\` | ${errors[code].title} |`)
  return `# Error codes

The [API guide](api-guide.md#errors) explains how to handle each status. The API reference at \`/api/docs\` on your server
lists the errors of each operation. This page is generated from the error catalog by \`npm run generate\`.

Any operation can return these errors: ${commonErrors.map((code) => `\`${code}\``).join(', ')}.

| Status | Code | Title |
|---|---|---|
${rows.join('\n')}
`
}
