/** Most specific first: each browser also names those below it. */
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

/** Returns a short name for a User-Agent header, such as `Firefox on Linux`; null if it names neither. */
export function browserOf(userAgent: string | undefined): string | null {
  // Real browsers send less.
  const header = (userAgent ?? '').slice(0, 500)
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(header))?.[1]
  const found = [find(browsers), find(systems)].filter((name) => name !== undefined)
  return found.join(' on ') || null
}
