import { THIRD_PARTIES, type ThirdParty } from './thirdParties.ts'

/**
 * The configuration of the build and of the server. The only reader of `import.meta.env` and
 * of the page's configuration element.
 */
export interface AppConfig {
  /** PEM of the pinned issuer, two while it is being replaced. */
  readonly issuerCertificates: readonly string[]
  /** Scheme, host and port of the gateway; empty: the page's own. */
  readonly gatewayOrigin: string
  /** Sends the beta marker with every request. */
  readonly beta: boolean
  /**
   * The application id of the device service; another one for test and for production (spec section
   * 7).
   */
  readonly deviceAppId: string
  /** The challenge script on the gateway's static path, and its hash if the gateway sent one. */
  readonly captchaScript: { readonly src: string; readonly integrity?: string }
  /** Cryptography for browsers whose own fails; none while developing. */
  readonly cryptoScript?: { readonly src: string; readonly integrity: string } | null
  /** Origins besides the page's own that images, and links in what others wrote, may lead to. */
  readonly imageOrigins: readonly string[]
  /** Schemes of apps that links in what others wrote may open. */
  readonly appSchemes?: readonly string[] | undefined
  /** A terminal code that an earlier system gave to every device. */
  readonly legacyTerminalCode?: string | undefined
  /** The script of the device service on the site's static path. */
  readonly deviceScript?: { readonly src: string; readonly integrity: string } | undefined
  /** Third parties that the gateway takes a log-in from. */
  readonly thirdParties: readonly ThirdParty[]
  /** What the operator's own provider is called. */
  readonly oidcName?: string | undefined
  /** Those of them that the gateway stands in for, in development. */
  readonly standins: readonly ThirdParty[]
  /**
   * Whether the gateway can say that the platform is not offered in the visitor's region, or not
   * all of it.
   */
  readonly hasRegionNotice: boolean
  /** Development aids, such as the mailbox that shows verification codes. */
  readonly development: boolean
}

type OperatorPart = Pick<
  AppConfig,
  'appSchemes' | 'legacyTerminalCode' | 'deviceScript' | 'oidcName'
>

export function readConfig(): AppConfig {
  const page = readPage()
  const built = pemList(import.meta.env['VITE_ISSUER_CERTIFICATES'])
  return {
    issuerCertificates: built.length > 0 ? built : pemList(page['issuerCertificates']),
    gatewayOrigin: text(import.meta.env['VITE_GATEWAY_ORIGIN']),
    beta: text(import.meta.env['VITE_BETA']) === '1',
    deviceAppId:
      text(import.meta.env['VITE_DEVICE_APP_ID']) || text(page['deviceAppId']) || 'x-web',
    captchaScript: readScript(page['captchaScript']),
    imageOrigins: originList(page['imageOrigins']),
    // What an operator has set, judged by the gateway at its start.
    ...(page['operator'] as OperatorPart | undefined),
    thirdParties: thirdPartyList(page['thirdParties']),
    standins: thirdPartyList(page['standins']),
    hasRegionNotice: page['hasRegionNotice'] === true,
    development: page['development'] === true,
  }
}

/** The server that serves the page writes its configuration into it: the same trust as the code. */
function readPage(): Record<string, unknown> {
  const element = document.getElementById('x-config')
  try {
    const parsed: unknown = JSON.parse(element?.textContent ?? '')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    // A static host leaves the placeholder: the build's own configuration serves.
    return {}
  }
}

function readScript(value: unknown): AppConfig['captchaScript'] {
  const { src, integrity } = (value ?? {}) as Record<string, unknown>
  if (typeof src === 'string') return typeof integrity === 'string' ? { src, integrity } : { src }
  return { src: text(import.meta.env['VITE_CAPTCHA_SCRIPT']) || '/static/captcha/gt4.js' }
}

const thirdPartyList = (value: unknown): ThirdParty[] =>
  THIRD_PARTIES.filter((name) => Array.isArray(value) && value.includes(name))

/** What is no origin is left out: no page may fail for it. */
function originList(value: unknown): string[] {
  const texts = Array.isArray(value) ? value.map(text) : []
  return texts.filter(
    (origin) =>
      /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin,
  )
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** From a list, or from one text that holds one or two certificates. */
function pemList(value: unknown): string[] {
  const texts: unknown[] = Array.isArray(value) ? value : [value]
  return texts.flatMap((entry) => text(entry).match(PEM) ?? [])
}
