import {
  hashComponents,
  loadSources,
  prepareForSources,
  sources,
} from '@fingerprintjs/fingerprintjs'

/**
 * `fontPreferences` writes an iframe's `srcdoc`, which a page under Trusted Types refuses. The
 * library's own `load` is not used: it offers no way to leave a source out, and it reports
 * installations to its maker.
 */
const LEFT_OUT = ['fontPreferences'] as const

/**
 * 32 lower-case hex digits. The functions used are outside the library's version promise, hence its
 * exact version.
 */
export async function collect(): Promise<string> {
  await prepareForSources()
  const components = await loadSources(sources, { cache: {}, debug: false }, LEFT_OUT)()
  return hashComponents(components)
}
