import type { Clock, Random } from '@x/kit'
import { createServerClock, type ServerClock } from './createServerClock.ts'
import { gatewaySignMiddlewares } from './gatewaySignMiddlewares.ts'
import { dedupe } from './logical-middlewares/dedupe.ts'
import { deviceToken } from './logical-middlewares/deviceToken.ts'
import { envelope } from './logical-middlewares/envelope.ts'
import { httpErrors } from './logical-middlewares/httpErrors.ts'
import { parse } from './logical-middlewares/parse.ts'
import { prefix } from './logical-middlewares/prefix.ts'
import { presentErrors } from './logical-middlewares/presentErrors.ts'
import { requestHeaders, type RequestHeadersOptions } from './logical-middlewares/requestHeaders.ts'
import { retry } from './logical-middlewares/retry.ts'
import { sessionExpiry, type SessionExpiryOptions } from './logical-middlewares/sessionExpiry.ts'
import { signVerdict } from './logical-middlewares/signVerdict.ts'
import type { DeviceTokenPort, GatewaySignPort } from './ports.ts'
import type { Presenter } from './presenter.ts'
import { readBody, type ReadEnvelope } from './readBody.ts'
import type { DedupeMode, LogicalResponse } from './request.ts'
import type { Pipeline } from './standardMiddlewares.ts'
import { englishTexts, type RequestTexts } from './texts/en.ts'
import { type Envelope, SIGN_ERROR } from './wire.ts'
import { clockSample } from './wire-middlewares/clockSample.ts'

/** Options of `restMiddlewares`. */
export interface RestOptions extends Partial<RequestHeadersOptions> {
  readonly clock: Clock
  readonly random: Random
  /** Shows errors. Default: nothing is shown. */
  readonly presenter?: Presenter
  /**
   * Reads what a response says. Default: `readBody`, so that JSON itself is the data. Pass another
   * for a backend with an envelope of its own.
   */
  readonly readEnvelope?: ReadEnvelope
  /**
   * Whether a response means that the session has expired, such as a 401 on any path but the
   * log-in; the path has the `prefix`. Default: never.
   */
  readonly isSessionExpired?: SessionExpiryOptions['isSessionExpired']
  readonly texts?: () => RequestTexts
  readonly dedupe?: DedupeMode
  readonly retries?: number
  /** Path prefix, such as `/api/v2`. Default: none. */
  readonly prefix?: `/${string}`
  /** Signing and encryption. With it requests have the headers `tm` and `trace-id`. */
  readonly gatewaySign?: GatewaySignPort
  readonly deviceTokens?: DeviceTokenPort
  /**
   * Updated by the server's `request-time`. Default: one of its own, which the client that gets
   * these middlewares uses too; it follows the server with `gatewaySign` only.
   */
  readonly serverClock?: ServerClock
}

/**
 * Returns the middlewares for any HTTP backend: no envelope, no common headers and parameters,
 * strings and dates as they are. An error has the server’s own text where it sends one. The order
 * is that of `standardMiddlewares`.
 */
export function restMiddlewares(options: RestOptions): Pipeline {
  const {
    clock,
    random,
    presenter,
    headers,
    gatewaySign,
    deviceTokens,
    isSessionExpired,
    readEnvelope = readBody,
    texts = () => englishTexts,
  } = options
  const serverClock = options.serverClock ?? createServerClock({ clock })
  const { lock, binding, encrypting, signing } = gatewaySignMiddlewares({
    gatewaySign,
    serverClock,
    random,
    texts,
    readEnvelope,
  })
  return {
    logical: [
      ...(options.prefix ? [prefix(options.prefix)] : []),
      ...(presenter ? [presentErrors({ presenter, clock })] : []),
      parse({ texts }),
      dedupe(options.dedupe ? { mode: options.dedupe } : {}),
      retry({ clock, random, serverClock, retries: options.retries ?? 0 }),
      ...(deviceTokens ? [deviceToken({ tokens: deviceTokens })] : []),
      ...lock,
      envelope({ texts, readEnvelope }),
      ...binding,
      httpErrors({ texts, readEnvelope, showsServerText: () => true }),
      // Before the status: many backends answer 401 when a session has expired.
      ...(isSessionExpired ? [sessionExpiry({ texts, readEnvelope, isSessionExpired })] : []),
      ...(gatewaySign
        ? [
            signVerdict({
              presenter: presenter ?? { present: () => {} },
              serverClock,
              readEnvelope: (payload, response) =>
                withVerdict(readEnvelope(payload, response), response),
              onVerdict: gatewaySign.onVerdict?.bind(gatewaySign),
            }),
          ]
        : []),
      ...(headers ? [requestHeaders({ headers })] : []),
      ...encrypting,
    ],
    wire: [
      ...signing,
      ...(gatewaySign || options.serverClock ? [clockSample({ clock, serverClock })] : []),
    ],
    stampHeaders: gatewaySign !== undefined,
    serverClock,
  }
}

/** A backend may answer a refused signature in its own form: the header names the code. */
function withVerdict(
  envelope: Envelope | undefined,
  { headers }: LogicalResponse,
): Envelope | undefined {
  const code = headers.get(SIGN_ERROR)
  if (!code) return envelope
  return { code, success: false, msg: envelope?.msg ?? '', data: envelope?.data ?? null }
}
