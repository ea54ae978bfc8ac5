import {
  hashComponents,
  loadSources,
  prepareForSources,
  sources,
} from '@fingerprintjs/fingerprintjs'

/**
 * `fontPreferences` writes an iframe's `srcdoc`, which Trusted Types forbid. The library's `load`
 * is not used, because it cannot skip a source and reports installations to its vendor.
 */
const EXCLUDED_SOURCES = ['fontPreferences'] as const

/**
 * Returns 32 lower-case hex digits. These functions are outside the library's semver promise, so
 * its version is pinned.
 */
export async function collect(): Promise<string> {
  await prepareForSources()
  const components = await loadSources(sources, { cache: {}, debug: false }, EXCLUDED_SOURCES)()
  return hashComponents(components)
}
