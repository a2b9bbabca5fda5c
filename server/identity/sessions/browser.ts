/** From the most particular name on: each browser here also carries those of the ones below it. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bChromium\//, 'Chromium'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** `Firefox on Linux`, of a User-Agent header: enough to know one's own again. Null where it names neither. */
export function browserOf(userAgent: string | undefined): string | null {
  // Nobody's browser says more, and who sends more is not worth the search.
  const said = (userAgent ?? '').slice(0, 500)
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(said))?.[1]
  const found = [find(browsers), find(systems)].filter((name) => name !== undefined)
  return found.join(' on ') || null
}
