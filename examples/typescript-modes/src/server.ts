// The gateway's side: a signed route of node:http, and clean HTML.
import { createServer } from 'node:http'
import { createSignGuard, nodeSign, type ServerIdentity } from '@x/gateway-sign/server'
import { nodeClock } from '@x/kit/node'
import { createServerSanitizer } from '@x/sanitize/server'

export function createGateway(identity: ServerIdentity) {
  const guard = createSignGuard({
    identity,
    clock: nodeClock(),
    rules: { exactUrls: { '/orders': '2' } },
    keys: { find: async () => undefined },
    session: () => undefined,
  })
  const sign = nodeSign(guard)
  const sanitizer = createServerSanitizer({ ownOrigin: 'https://trade.example' })
  return createServer(async (request, response) => {
    const admitted = await sign(request, response)
    if (admitted) response.end(sanitizer.html('<b>accepted</b>'))
  })
}
