import type { KeyValueStorage } from '@x/kit'
import {
  logical,
  type LogicalMiddleware,
  type LogicalRequest,
  type LogicalResponse,
  RequestError,
  wire,
  type WireMiddleware,
} from '@x/request'
import { OTHER_ACCOUNT } from '../../lib/errors/serverText.ts'
import { cookieUser, referenceOf } from './sessionReference.ts'

/**
 * The code of a private request that was refused because its session has been replaced since it was
 * sent. The app's own, too.
 */
export const OLD_SESSION = 'OLD_SESSION'

/**
 * What the gateway says of a request whose session, key or realm is over (wire protocol 1b and
 * section 7, rows 0 and 5). It says so before anything happens.
 */
const OVER: ReadonlySet<unknown> = new Set(['401', '20205', '20906', '00023', '40901'])

/** The question itself: who is this? */
const USER_INFO = '/v1/user/overview/userinfo'

export interface SessionGuardOptions {
  readonly cookies: Pick<KeyValueStorage, 'get'>
  /** The user on screen; `undefined` for a guest. */
  readonly screenUser: () => string | undefined
  /**
   * Hears of each request that was held back or came too late: the screen may not have followed the
   * cookies yet.
   */
  readonly onOther: () => void
  readonly text: () => string
  /** For a write that came too late. */
  readonly lateText: () => string
}

/**
 * Holds back private requests that would go out as somebody else than the user on screen
 * (docs/adr/sessions.md): once before the signature is made, and once more before the bytes leave,
 * because a key takes a moment to read. A private request is one that names its realm (wire 1b).
 * The refusal of one that was under way while a new session began is that request's own: it ends
 * nobody's session. What is tried again is tried as who began it and with the same funds, or not at
 * all (docs/adr/order-form.md).
 */
export function createSessionGuard({
  cookies,
  screenUser,
  onOther,
  text,
  lateText,
}: SessionGuardOptions): {
  readonly logical: LogicalMiddleware
  readonly wire: WireMiddleware
} {
  const hold = ({
    method,
    path,
    headers,
    stamp,
  }: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly stamp: { readonly traceId: string }
  }): void => {
    if (
      headers['x-realm'] === undefined ||
      path === USER_INFO ||
      cookieUser(cookies) === screenUser()
    )
      return
    onOther()
    throw new RequestError('business', {
      code: OTHER_ACCOUNT,
      message: text(),
      traceId: stamp.traceId,
      detail: { method, path },
    })
  }
  const refuseLate = (
    { method, path, headers, stamp }: LogicalRequest,
    { payload }: LogicalResponse,
    sentAs: string,
  ): void => {
    const now = referenceOf(cookies)
    if (
      headers['x-realm'] === undefined ||
      now === '' ||
      now === sentAs ||
      !OVER.has((payload as { readonly code?: unknown } | undefined)?.code)
    )
      return
    onOther()
    // A read is repeated under the new session; a write must report that nothing
    // happened.
    throw new RequestError(method === 'GET' ? 'aborted' : 'business', {
      code: OLD_SESSION,
      message: lateText(),
      traceId: stamp.traceId,
      detail: { method, path },
    })
  }
  /**
   * As whom, and with which funds, a request was tried first; every attempt has the same options.
   */
  const begun = new WeakMap<object, string>()
  const holdAgain = ({ method, path, headers, stamp, options }: LogicalRequest): void => {
    const who = `${screenUser()} ${headers['x-realm']}`
    if (
      headers['x-realm'] === undefined ||
      path === USER_INFO ||
      (begun.get(options) ?? who) === who
    )
      return void begun.set(options, who)
    onOther()
    // What the first attempt came to is as little known as before.
    throw new RequestError('network', {
      code: OLD_SESSION,
      message: lateText(),
      traceId: stamp.traceId,
      detail: { method, path },
    })
  }
  return {
    logical: logical('own-session', async (request, next) => {
      holdAgain(request)
      hold(request)
      const sentAs = referenceOf(cookies)
      const response = await next(request)
      refuseLate(request, response, sentAs)
      return response
    }),
    wire: wire('own-session', (request, next) => (hold(request), next(request))),
  }
}
