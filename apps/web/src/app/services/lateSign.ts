import type { GatewaySign } from '@x/gateway-sign'
import type { GatewaySignPort } from '@x/request'
import { loadOnce } from '../../lib/loadOnce.ts'

/** The signer as requests, the log-in and the log-out see it. */
export type LateSign = Required<GatewaySignPort> & Pick<GatewaySign, 'forgetSession' | 'init'>

/**
 * A signer whose code comes with the first request that is not public: guests read prices without
 * it. While it cannot be had such requests are not sent, and the next one tries again.
 */
export function lateSign(fetchSign: () => Promise<GatewaySign>): LateSign {
  const load = loadOnce(fetchSign)
  return {
    prepareBody: async (request) => (await load()).prepareBody(request),
    sign: async (request) => (await load()).sign(request),
    async withLoginLock(path, run) {
      // Without the code nothing is encrypted, so that the log-in fails there, with its text.
      const sign = await load().catch(() => undefined)
      return sign ? sign.withLoginLock(path, run) : run()
    },
    afterLogin: async (answer) => (await load()).afterLogin(answer),
    // Only a signed request has a verdict worth a reaction.
    onVerdict: (code) =>
      void load().then(
        (sign) => sign.onVerdict(code),
        () => {},
      ),
    init: () =>
      load().then(
        (sign) => sign.init(),
        () => 'failed',
      ),
    forgetSession: async () => (await load()).forgetSession(),
  }
}
