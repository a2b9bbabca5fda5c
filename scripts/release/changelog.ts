/** Returns the section of a version, without its heading. @throws Error if there is none */
export function sectionOf(changelog: string, version: string): string {
  const heading = headingOf(changelog, version)
  const rest = changelog.slice(heading.index + heading.line.length)
  const end = rest.search(/^## \[/m)
  return `${(end < 0 ? rest : rest.slice(0, end)).trim()}\n`
}

/** Returns the date of a version, such as `2026-11-23`; undefined if it is not released. */
export const dateOf = (changelog: string, version: string): string | undefined =>
  /\d{4}-\d\d-\d\d$/.exec(headingOf(changelog, version).line)?.[0]

/** Returns whether a version has a section without a date. */
export const isUnreleased = (changelog: string, version: string): boolean =>
  changelog.includes(`\n## [${version}] - unreleased\n`)

/**
 * Turns the section of unreleased changes, which is the first, into that of a version released on a date, and begins
 * another.
 * @throws Error if the first section is that of a released version, or empty
 */
export function released(changelog: string, version: string, date: string): string {
  const [line = ''] = /^## \[.*$/m.exec(changelog) ?? []
  if (!/^## \[(Unreleased|[\d.]+)\]( - unreleased)?$/.test(line))
    throw new Error('CHANGELOG.md does not begin with a section for unreleased changes.')
  const renamed = changelog.replace(line, `## [${version}] - ${date}`)
  if (!sectionOf(renamed, version).includes('\n- '))
    throw new Error('CHANGELOG.md lists no unreleased changes.')
  return renamed.replace(`## [${version}]`, `## [Unreleased]\n\n## [${version}]`)
}

function headingOf(changelog: string, version: string): { line: string; index: number } {
  const found = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\].*$`, 'm').exec(changelog)
  if (!found) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return { line: found[0], index: found.index }
}
