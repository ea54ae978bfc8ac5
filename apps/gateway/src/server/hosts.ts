/** Loopback under the one name that browsers treat as a secure context and give `Secure` cookies to. */
export function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost')
}

/** `localhost:8080` -> `localhost`, `[::1]:8080` -> `[::1]`. */
export function hostnameOf(host: string | undefined): string {
  return (host ?? '').replace(/:\d+$/, '').toLowerCase()
}

/** `same-site` too: a sibling under the same domain is another origin. */
const FOREIGN_SITES: ReadonlySet<string> = new Set(['cross-site', 'same-site'])

export interface OriginRule {
  /** Whether a page of `origin` may call the gateway that was addressed as `host`. No origin: no browser, allowed. */
  allows(origin: string | undefined, host: string | undefined): boolean
  /**
   * Whether a POST may use the cookies it came with. Browsers name the origin of every POST; where one is missing,
   * `Sec-Fetch-Site` still tells a request that another site made. Neither of them: no browser.
   */
  mayAct(request: { origin: string | undefined; host: string | undefined; fetchSite: string | undefined }): boolean
  /** Whether `origin` is another site that was let in by name, so that the answer needs CORS headers. */
  isForeign(origin: string | undefined, host: string | undefined): boolean
}

/**
 * The gateway's own pages, the origins named by the operator and, in development, every page of this machine
 * (a front end under a development server on another port).
 */
export function createOriginRule({ allowedOrigins, isDevelopment }: { allowedOrigins: readonly string[]; isDevelopment: boolean }): OriginRule {
  const isOwn = (origin: string, host: string | undefined) => hostOf(origin) === host?.toLowerCase()
  const isNamed = (origin: string) => allowedOrigins.includes(origin) || (isDevelopment && isLocalhost(hostnameOf(hostOf(origin))))
  const allows = (origin: string | undefined, host: string | undefined) => origin === undefined || isOwn(origin, host) || isNamed(origin)
  return {
    allows,
    mayAct: ({ origin, host, fetchSite }) => allows(origin, host) && !(origin === undefined && fetchSite !== undefined && FOREIGN_SITES.has(fetchSite)),
    isForeign: (origin, host) => origin !== undefined && !isOwn(origin, host) && isNamed(origin),
  }
}

function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1]?.toLowerCase()
}
