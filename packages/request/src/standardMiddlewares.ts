import type { Clock, Random } from '@x/kit'
import type { ServerClock } from './createServerClock.ts'
import { afterLogin } from './logical-middlewares/afterLogin.ts'
import { commonHeaders, type CommonHeadersOptions } from './logical-middlewares/commonHeaders.ts'
import { commonParameters } from './logical-middlewares/commonParameters.ts'
import { dates } from './logical-middlewares/dates.ts'
import { dedupe } from './logical-middlewares/dedupe.ts'
import { deviceToken } from './logical-middlewares/deviceToken.ts'
import { encryption } from './logical-middlewares/encryption.ts'
import { envelope } from './logical-middlewares/envelope.ts'
import { httpErrors } from './logical-middlewares/httpErrors.ts'
import { loginLock } from './logical-middlewares/loginLock.ts'
import { parse } from './logical-middlewares/parse.ts'
import { prefix } from './logical-middlewares/prefix.ts'
import { presentErrors } from './logical-middlewares/presentErrors.ts'
import { retry } from './logical-middlewares/retry.ts'
import { sessionExpiry } from './logical-middlewares/sessionExpiry.ts'
import { signVerdict } from './logical-middlewares/signVerdict.ts'
import { softCodes } from './logical-middlewares/softCodes.ts'
import { trim } from './logical-middlewares/trim.ts'
import type { LogicalMiddleware, WireMiddleware } from './middleware.ts'
import type { DeviceTokenPort, GatewaySignPort } from './ports.ts'
import type { Presenter } from './presenter.ts'
import type { DedupeMode } from './request.ts'
import { englishTexts, type RequestTexts } from './texts/en.ts'
import { clockSample } from './wire-middlewares/clockSample.ts'
import { sign } from './wire-middlewares/sign.ts'

/** Options of `standardMiddlewares`. */
export interface StandardOptions {
  readonly clock: Clock
  readonly serverClock: ServerClock
  readonly random: Random
  readonly presenter: Presenter
  readonly headers: CommonHeadersOptions
  readonly languageType: () => number
  readonly texts?: () => RequestTexts
  /** Signing, encryption and device check. Without it requests are unsigned and in clear. */
  readonly gatewaySign?: GatewaySignPort
  readonly deviceTokens?: DeviceTokenPort
  readonly dedupe?: DedupeMode
  readonly retries?: number
  /** Path prefix. Default `/v1`. */
  readonly prefix?: `/${string}`
}

/** The middleware lists of a client. */
export interface Pipeline {
  readonly logical: readonly LogicalMiddleware[]
  readonly wire: readonly WireMiddleware[]
}

/**
 * Returns the spec's middlewares in their required order. The first sees a request first and its
 * response last.
 */
export function standardMiddlewares(options: StandardOptions): Pipeline {
  const {
    clock,
    serverClock,
    random,
    presenter,
    gatewaySign,
    deviceTokens,
    texts = () => englishTexts,
  } = options
  const bind = gatewaySign?.afterLogin?.bind(gatewaySign)
  const withLoginLock = gatewaySign?.withLoginLock?.bind(
    gatewaySign,
  ) as GatewaySignPort['withLoginLock']
  return {
    logical: [
      prefix(options.prefix),
      // Outside everything that can fail: one toast for all attempts and for requests that share a
      // response.
      presentErrors({ presenter, clock }),
      // Outside `dedupe`: each request has its own `parse`.
      parse({ texts }),
      trim({ texts }),
      dates({ texts }),
      dedupe(options.dedupe ? { mode: options.dedupe } : {}),
      retry({
        clock,
        random,
        serverClock,
        ...(options.retries === undefined ? {} : { retries: options.retries }),
      }),
      // Outside the lock: other log-ins do not wait for this one's token.
      ...(deviceTokens ? [deviceToken({ tokens: deviceTokens })] : []),
      // Covers encryption and binding, but not the delays between attempts.
      ...(withLoginLock ? [loginLock({ withLoginLock, serverClock, random })] : []),
      // Responses are handled from the bottom up: verdict, status, session, soft codes, log-in,
      // envelope.
      envelope({ texts }),
      ...(bind ? [afterLogin({ binder: { afterLogin: bind }, texts })] : []),
      softCodes(),
      sessionExpiry({ texts }),
      httpErrors({ texts }),
      signVerdict({ presenter, serverClock, onVerdict: gatewaySign?.onVerdict?.bind(gatewaySign) }),
      commonHeaders(options.headers),
      ...(gatewaySign ? [encryption({ encryptor: gatewaySign, texts })] : []),
      // After encryption, so that these parameters are last in the body.
      commonParameters({ languageType: options.languageType }),
    ],
    wire: [
      ...(gatewaySign ? [sign({ signer: gatewaySign, texts })] : []),
      clockSample({ clock, serverClock }),
    ],
  }
}
