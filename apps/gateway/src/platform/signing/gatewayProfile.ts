import { SENSITIVE_FIELDS } from '@x/gateway-sign'
import { createWireProfile, type WireProfile } from '@x/gateway-sign/server'
import type { RouteDescription } from '../http/route.ts'

/**
 * The protocol with this gateway's own endpoints. What an anonymous caller's body without a client
 * key may hide is what the endpoint reads: a captured log-in that was cut and turned has noise in
 * it, and in a field that nobody reads the noise would do no harm (docs/adr/signing.md). A signed
 * request is proved by its signature; it may hide whatever is sensitive.
 */
export function gatewayProfile(routes: readonly RouteDescription[]): WireProfile {
  const encrypted = routes.filter((route) => route.encrypted)
  return createWireProfile({
    login: {
      endpoints: Object.fromEntries(encrypted.map((route) => [route.path, hiddenBy(route)])),
    },
  })
}

function hiddenBy({ access, schema }: RouteDescription): readonly string[] {
  const { properties } = (schema?.body ?? {}) as { readonly properties?: object }
  return access === 'private' || !properties
    ? SENSITIVE_FIELDS
    : SENSITIVE_FIELDS.filter((name) => Object.hasOwn(properties, name))
}
