import { createSanitizer, type Sanitizer, type TrustedTypesFactory } from '@x/sanitize'
import type { AppConfig } from '../config/config.ts'

export type ForeignSanitizer = Sanitizer<string | TrustedHTML>

const made = new WeakMap<AppConfig, ForeignSanitizer>()

/**
 * Judges what others wrote for our pages: their links, images, texts and HTML. Links and images may
 * lead to the own origin, the gateway and the image origins of the configuration, links to its apps
 * too. HTML comes out
 * vouched for by the page's `x-sanitize` policy, where the browser enforces Trusted Types.
 */
export function untrustedSanitizer(config: AppConfig): ForeignSanitizer {
  const sanitizer = made.get(config) ?? create(config)
  made.set(config, sanitizer)
  return sanitizer
}

function create({ gatewayOrigin, imageOrigins, appSchemes = [] }: AppConfig): ForeignSanitizer {
  const { trustedTypes } = globalThis as {
    trustedTypes?: TrustedTypesFactory<TrustedHTML>
  }
  const addresses = {
    ownOrigin: location.origin,
    origins: [gatewayOrigin, ...imageOrigins].filter((origin) => origin !== ''),
    appSchemes,
  }
  // The policy itself sanitises: every caller gets clean HTML only.
  return trustedTypes
    ? createSanitizer<string | TrustedHTML>({
        ...addresses,
        createPolicy: (rules) => trustedTypes.createPolicy('x-sanitize', rules),
      })
    : createSanitizer(addresses)
}
