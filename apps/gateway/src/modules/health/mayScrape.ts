import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { hostnameOf, isLocalhost } from '../../platform/http/hosts.ts'

/** Who asks for metrics. */
export interface Scraper {
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly isProxied: boolean
}

const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/

/**
 * Without a token only this machine, asked directly: what a proxy on it forwards may come from
 * anywhere.
 */
export function mayScrape(
  { headers, address, isProxied }: Scraper,
  token: string | undefined,
): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`)
  const hostname = hostnameOf(headers['host'])
  const isLocalName = isLocalhost(hostname) || LOOPBACK.test(hostname.replace(/^\[(.*)\]$/, '$1'))
  return (
    LOOPBACK.test(address) &&
    isLocalName &&
    !isProxied &&
    !FORWARDED.some((name) => headers[name] !== undefined)
  )
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
