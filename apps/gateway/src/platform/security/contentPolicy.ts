import { api } from '@x/api'
import { securityHeaders } from './securityHeaders.ts'

/** Where browsers report violations of the policy. */
const CSP_LOG_PATH = api.reports.contentPolicy.path

/**
 * Names of the Trusted Types policies that the app and its packages may create; everything else
 * that turns text into script, markup or a script address is refused by the browser. Each is made
 * once: a second one of the same name is not ours.
 */
const TRUSTED_TYPES = [
  'x-captcha',
  'x-captcha-worker',
  'x-crypto',
  'x-device',
  'x-sanitize',
  'x-shell',
] as const

export interface PolicyOptions {
  readonly nonce: string
  /**
   * As the browser addressed the gateway: web sockets are named by it, for browsers whose 'self'
   * leaves them out.
   */
  readonly host: string
  readonly isHttps: boolean
  /** Origins that images may come from besides the own one. */
  readonly imageOrigins?: readonly string[]
}

/** The content policy of the app's pages (security design). */
export function contentPolicy({ nonce, host, isHttps, imageOrigins = [] }: PolicyOptions): string {
  const socketOrigin = /^[A-Za-z0-9.:[\]-]+$/.test(host)
    ? ` ${isHttps ? 'wss' : 'ws'}://${host}`
    : ''
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${["'self'", 'data:', 'blob:', ...imageOrigins].join(' ')}`,
    "font-src 'self'",
    `connect-src 'self'${socketOrigin}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES.join(' ')}`,
    `report-uri ${CSP_LOG_PATH}`,
    // A browser that knows `report-to` ignores `report-uri` beside it, and delivers to endpoints
    // over TLS alone.
    ...(isHttps ? ['report-to csp'] : []),
  ].join('; ')
}

/** What every page of the app is served with besides its policy. */
export function pageHeaders({ isHttps }: { isHttps: boolean }): Record<string, string> {
  return {
    ...(isHttps ? { 'reporting-endpoints': `csp="${CSP_LOG_PATH}"` } : {}),
    ...securityHeaders({ isHttps }),
  }
}
