/**
 * Characters of a path segment that stay as they are though `encodeURIComponent` would encode them
 * (RFC 3986 pchar).
 */
const RAW_IN_SEGMENT = /%(?:21|24|26|27|28|29|2A|2B|2C|3A|3B|3D|40)/g

const CODE = /%[0-9a-f]{2}/gi

/**
 * Whether a path is its own canonical encoding. Sign rules name paths as text while routers match
 * decoded ones: only where both are the same can no spelling of a path slip past its rule (wire 7).
 */
export function isCanonicalPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('\\')) return false
  const segments = path.slice(1).split('/')
  // An empty last segment is a trailing slash; any other is a double slash.
  return segments.every((segment, index) =>
    segment === '' ? index === segments.length - 1 : isCanonicalSegment(segment),
  )
}

function isCanonicalSegment(segment: string): boolean {
  const text = decode(segment)
  if (text === null || text === '.' || text === '..') return false
  return encodeURIComponent(text).replace(RAW_IN_SEGMENT, decodeURIComponent) === segment
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/**
 * The path of a request target, without the query; an absolute target (proxies send them) is no
 * path.
 */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

/** Most of what is asked for has been asked for before: so many paths, each of so many letters. */
const [REMEMBERED, LONGEST] = [1_000, 100]

/**
 * Judges request paths against the known ones: another spelling of a route, its case included, is
 * refused before routing.
 */
export function createPathGuard(paths: Iterable<string>): (path: string) => boolean {
  const canonicalByLowerCase = new Map([...paths].map((path) => [path.toLowerCase(), path]))
  const passed = new Set<string>()
  return (path) => {
    if (passed.has(path)) return true
    const isKnown = judge(path)
    if (isKnown && path.length < LONGEST && passed.size < REMEMBERED) passed.add(path)
    return isKnown
  }

  function judge(path: string): boolean {
    const isCall = path.toLowerCase().startsWith('/v1')
    if (!isCanonicalPath(isCall ? path : path.replace(CODE, (code) => code.toUpperCase())))
      return false
    const known = canonicalByLowerCase.get(path.toLowerCase())
    return known === undefined || known === path
  }
}
