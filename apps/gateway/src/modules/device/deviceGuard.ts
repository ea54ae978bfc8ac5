import { traceIdOf, type Log } from '../../platform/log/Log.ts'
import { GatewayError, type GatewayRequest } from '../../platform/http/route.ts'
import type { DeviceTokens } from './deviceTokens.ts'

/**
 * What a protected endpoint makes of a device token: write down what is wrong with it, or refuse
 * the call as well.
 */
export type DevicePolicy = 'observe' | 'require'

export type DeviceGuard = (request: Pick<GatewayRequest, 'path' | 'headers'>) => void

/**
 * The endpoints that carry a device token (spec section 7); a test compares them with the
 * client's list.
 */
const PROTECTED: readonly RegExp[] = [
  /^redpacket\/create$/,
  /^p2p\/(?:advert\/(?:edit|publish)|order\/confirmPutCoin|payment\/add)$/,
  /^spot\/withdraw\/(?:apply|batchQuery)$/,
  /^user\/security\/withdrawNoPassword$/,
  /^swap\/web3\/(?:sign|withdraw)$/,
]
const PROTECTED_OF_USERS: readonly RegExp[] = [
  /^login(?:\/verify(?:\/v2)?)?$/,
  /^(?:agency|auth)\/login$/,
  /^qr\/(?:verifySystemLogin|getQrKeyStatus)$/,
  /^register\/\w+$/,
  /^third\/\w+\/(?:register|sign|check|choose)$/,
  /^sub-account\/sw\w+$/,
  /^securityVerify$/,
  /^security\/fido2\/register$/,
  /^message\/sendCode$/,
  /^api\/(?:create|change|remove)$/,
]

export function isProtected(path: string): boolean {
  const matches = (prefix: string, patterns: readonly RegExp[]): boolean =>
    path.startsWith(prefix) && patterns.some((pattern) => pattern.test(path.slice(prefix.length)))
  return matches('/v1/user/', PROTECTED_OF_USERS) || matches('/v1/', PROTECTED)
}

/**
 * Judges the header `dy-token`. A demoted token passes where one is required: the service gave it,
 * and who thinks less of its holder decides elsewhere. The log has the verdict, never the token.
 */
export function createDeviceGuard({
  tokens,
  policy,
  log,
}: {
  tokens: Pick<DeviceTokens, 'judge'>
  policy: DevicePolicy
  log: Log
}): DeviceGuard {
  return ({ path, headers }) => {
    if (!isProtected(path)) return
    const verdict = tokens.judge(headers['dy-token'])
    if (verdict === 'full') return
    log.info('Device token', { call: path, trace: traceIdOf(headers), verdict })
    if (policy === 'require' && verdict !== 'demoted')
      throw new GatewayError(
        '40301',
        'This device could not be verified, please reload the page and try again',
      )
  }
}
