import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Loopback under the one name that browsers treat as a secure context and give `Secure` cookies to.
 */
export function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost')
}

/** `localhost:8080` -> `localhost`, `[::1]:8080` -> `[::1]`. */
export function hostnameOf(host: string | undefined): string {
  return (host ?? '').replace(/:\d+$/, '').toLowerCase()
}

/**
 * Of two hosts one reader takes the first and another the last; before HTTP/1.1 there need be none
 * (RFC 9112, 3.2).
 */
export function hasHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Most requests name a host that came before: so many names, each of so many letters. */
const [REMEMBERED, LONGEST] = [100, 100]

/** Whether the gateway answers a request that was addressed to `host`. */
export type HostRule = (host: string | undefined) => boolean

/**
 * In development, the names under which the gateway answers: this machine's, and those in `names`.
 * The owner of any other name can point it at this machine, and a page under it would count as the
 * gateway's own: it could read the mailbox. An address cannot be turned round like that, and
 * browsers always name a host. In production whatever stands before the gateway decides, and there
 * is nothing to read (docs/adr/gateway.md).
 */
export function createHostRule({
  names,
  isDevelopment,
}: {
  names: readonly string[]
  isDevelopment: boolean
}): HostRule {
  const named = new Set(names.map((name) => name.toLowerCase()))
  const passed = new Set<string>()
  return (host) => {
    if (!isDevelopment || host === undefined || passed.has(host)) return true
    const isOwn = judge(host)
    if (isOwn && host.length < LONGEST && passed.size < REMEMBERED) passed.add(host)
    return isOwn
  }

  function judge(host: string): boolean {
    // A trailing dot makes a name absolute, not another one.
    const hostname = hostnameOf(host).replace(/\.$/, '')
    return (
      isLocalhost(hostname) ||
      isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0 ||
      named.has(hostname)
    )
  }
}

/** `same-site` too: a sibling under the same domain is another origin. */
const FOREIGN_SITES: ReadonlySet<string> = new Set(['cross-site', 'same-site'])

/** Whom a browser says a request is from and to. */
export interface Asked {
  readonly origin: string | undefined
  readonly host: string | undefined
  /** The request came over TLS: then its own pages did too. Absent: it did not. */
  readonly isTls?: boolean
}

/**
 * Whether a request came over TLS, to the gateway or to whatever stands before it. Who lies about
 * it in the header is refused more, never less, so that nobody has to be trusted here.
 */
export function cameOverTls({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  if ('encrypted' in socket && socket.encrypted === true) return true
  const protocols = headers['x-forwarded-proto']
  if (protocols === undefined) return false
  const forwarded = [protocols].flat().join(',')
  return forwarded.split(',').at(-1)?.trim().toLowerCase() === 'https'
}

export interface OriginRule {
  /**
   * Whether a page of `origin` may call the gateway that was addressed as `host`. No origin: no
   * browser, allowed.
   */
  allows(asked: Asked): boolean
  /**
   * Whether a POST may use the cookies it came with. Browsers name the origin of every POST; where
   * one is missing, `Sec-Fetch-Site` still marks a request that another site made. Neither of them:
   * no browser.
   */
  mayAct(asked: Asked & { fetchSite: string | undefined }): boolean
  /**
   * Whether `origin` is another site that was let in by name, so that the answer needs CORS
   * headers.
   */
  isForeign(asked: Asked): boolean
}

/**
 * The gateway's own pages, the origins named by the operator and, in development, every page of
 * this machine (a front end under a development server on another port).
 */
export function createOriginRule({
  allowedOrigins,
  isDevelopment,
}: {
  allowedOrigins: readonly string[]
  isDevelopment: boolean
}): OriginRule {
  // A page that came in clear may be anybody's on the way: it is not that of the same host behind
  // TLS.
  const isOwn = (origin: string, { host, isTls = false }: Asked) =>
    hostOf(origin) === host?.toLowerCase() && (!isTls || origin.startsWith('https:'))
  const isNamed = (origin: string) =>
    allowedOrigins.includes(origin) || (isDevelopment && isLocalhost(hostnameOf(hostOf(origin))))
  const allows = (asked: Asked) =>
    asked.origin === undefined || isOwn(asked.origin, asked) || isNamed(asked.origin)
  return {
    allows,
    mayAct: ({ fetchSite, ...asked }) =>
      allows(asked) &&
      !(asked.origin === undefined && fetchSite !== undefined && FOREIGN_SITES.has(fetchSite)),
    isForeign: (asked) =>
      asked.origin !== undefined && !isOwn(asked.origin, asked) && isNamed(asked.origin),
  }
}

function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1]?.toLowerCase()
}
