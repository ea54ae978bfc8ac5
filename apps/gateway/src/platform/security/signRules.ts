import type { SignRules } from '@x/gateway-sign/server'
import type { RouteDescription } from '../http/route.ts'

/**
 * Private reads below these are signed in mode 1 (wire 3); public reads and everything else carry
 * no signature.
 */
const SIGNED_READ_FAMILIES = [
  '/v1/spot/',
  '/v1/futures/',
  '/v1/asset/',
  '/v1/user/',
  '/v1/vip/',
  '/v1/earn/',
  '/v1/redpacket/',
  '/v1/copy/',
  '/v1/p2p/',
  '/v1/margin/',
  '/v1/reserves/',
  '/v1/convert/',
  '/v1/swap/',
] as const

/** The parts of the string to sign, by mode (wire 3). */
export const SIGN_MODES = {
  '0': ['path', 'time'],
  '1': ['path', 'time', 'traceId'],
  '2': ['path', 'time', 'traceId', 'body'],
} as const

/**
 * The sign rules of a list of routes: an exact rule where a route names its mode, mode 1 for the
 * other private reads. Those get one prefix rule a folder, as long as nothing else lives in that
 * folder; else an exact rule each.
 * @throws Error that names every route whose signing would be unsafe.
 */
export function deriveSignRules(routes: readonly RouteDescription[]): SignRules {
  const faults = findFaults(routes)
  if (faults.length > 0)
    throw new Error(`The routes cannot be signed safely:\n- ${faults.join('\n- ')}`)
  const exactUrls: Record<string, string> = {}
  const prefixUrls: Record<string, string> = {}
  for (const { path, signMode } of routes) if (signMode) exactUrls[path] = signMode
  for (const route of routes.filter(isSignedRead)) {
    const folder = folderOf(route.path)
    const owns =
      folder !== undefined &&
      routes
        .filter(({ path }) => path.startsWith(folder))
        .every((other) => other.signMode !== undefined || isSignedRead(other))
    if (folder !== undefined && owns) prefixUrls[folder] = '1'
    else exactUrls[route.path] = '1'
  }
  return { exactUrls, prefixUrls, signModes: SIGN_MODES, defaultAlgorithm: 'rsa1024' }
}

function isSignedRead({ method, access, signMode, path }: RouteDescription): boolean {
  return (
    method === 'GET' &&
    access === 'private' &&
    signMode === undefined &&
    SIGNED_READ_FAMILIES.some((family) => path.startsWith(family))
  )
}

/**
 * `/v1/spot/order/open` -> `/v1/spot/order/`; a path directly below its family has no folder of its
 * own.
 */
function folderOf(path: string): string | undefined {
  const segments = path.split('/')
  return segments.length > 4 ? `${segments.slice(0, 4).join('/')}/` : undefined
}

function findFaults(routes: readonly RouteDescription[]): string[] {
  return routes.flatMap((route) =>
    faultsOf(route, routes).map((fault) => `${route.method} ${route.path} ${fault}`),
  )
}

function faultsOf(route: RouteDescription, routes: readonly RouteDescription[]): string[] {
  const others = routes.filter(
    (other) => other !== route && other.path.toLowerCase() === route.path.toLowerCase(),
  )
  const isSigned = (candidate: RouteDescription) =>
    candidate.signMode !== undefined || isSignedRead(candidate)
  const rows: readonly [fails: boolean, fault: string][] = [
    [
      others.some((other) => other.method === route.method || other.path !== route.path),
      'is there twice',
    ],
    // A signature names no method, so that a signed path with two of them would let one replace
    // the other (wire 2).
    [isSigned(route) && others.length > 0, 'is signed and has another method too'],
    [
      route.signMode === '0' && route.method !== 'GET',
      'is signed in mode 0 and is no idempotent GET',
    ],
    [
      route.signMode !== undefined && route.access === 'public',
      'is signed and public: no user, no key',
    ],
    [
      route.access === 'private' &&
        route.method === 'POST' &&
        // The browser writes a multipart body after it was signed.
        route.signMode !== (route.consumes?.includes('multipart/form-data') ? '1' : '2'),
      'is a private write without mode 2',
    ],
    [route.encrypted === true && route.method !== 'POST', 'is encrypted and has no body'],
  ]
  return rows.filter(([fails]) => fails).map(([, fault]) => fault)
}
