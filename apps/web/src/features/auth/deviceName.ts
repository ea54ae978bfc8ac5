const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /Version\/.*Safari\//],
]
const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/**
 * `Chrome, Windows` out of what a browser says of itself; empty when it says nothing that is known.
 * Brands are written alike in every language. The client sends it: it proves nothing.
 */
export function deviceName(userAgent: string | null): string {
  const find = (table: typeof BROWSERS) => table.find(([, sign]) => sign.test(userAgent ?? ''))?.[0]
  return [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined).join(', ')
}
