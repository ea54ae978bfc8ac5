import type { Clock, Random } from '@x/kit'
import type { ServerClock } from './createServerClock.ts'
import { gatewaySignMiddlewares } from './gatewaySignMiddlewares.ts'
import { commonHeaders, type CommonHeadersOptions } from './logical-middlewares/commonHeaders.ts'
import { commonParameters } from './logical-middlewares/commonParameters.ts'
import { dates } from './logical-middlewares/dates.ts'
import { dedupe } from './logical-middlewares/dedupe.ts'
import { deviceToken } from './logical-middlewares/deviceToken.ts'
import { envelope } from './logical-middlewares/envelope.ts'
import { httpErrors } from './logical-middlewares/httpErrors.ts'
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
import type { ReadEnvelope } from './readBody.ts'
import type { DedupeMode } from './request.ts'
import { englishTexts, type RequestTexts } from './texts/en.ts'
import { clockSample } from './wire-middlewares/clockSample.ts'

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
  /** Reads the backend's envelope. Default: the gateway's `{ code, msg, data, status }`. */
  readonly readEnvelope?: ReadEnvelope
}

/** The middleware lists of a client. */
export interface Pipeline {
  readonly logical: readonly LogicalMiddleware[]
  readonly wire: readonly WireMiddleware[]
  /** Whether the backend gets the headers `tm`, `trace-id` and `traceparent`. Default true. */
  readonly stampHeaders?: boolean
  /** The clock that the middlewares keep, for the client's stamps. */
  readonly serverClock?: ServerClock
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
    readEnvelope,
    texts = () => englishTexts,
  } = options
  const { lock, binding, encrypting, signing } = gatewaySignMiddlewares({
    gatewaySign,
    serverClock,
    random,
    texts,
    readEnvelope,
  })
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
      ...lock,
      // Responses are handled from the bottom up: verdict, status, session, soft codes, log-in,
      // envelope.
      envelope({ texts, readEnvelope }),
      ...binding,
      softCodes(),
      sessionExpiry({ texts, readEnvelope }),
      httpErrors({ texts, readEnvelope }),
      signVerdict({
        presenter,
        serverClock,
        readEnvelope,
        onVerdict: gatewaySign?.onVerdict?.bind(gatewaySign),
      }),
      commonHeaders(options.headers),
      ...encrypting,
      // After encryption, so that these parameters are last in the body.
      commonParameters({ languageType: options.languageType }),
    ],
    wire: [...signing, clockSample({ clock, serverClock })],
  }
}
