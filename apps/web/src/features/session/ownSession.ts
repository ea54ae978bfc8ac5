import type { KeyValueStorage } from '@x/kit'
import { logical, type LogicalMiddleware, RequestError, wire, type WireMiddleware } from '@x/request'
import { cookieUser } from './sessionReference.ts'

/** The code of a private request that was held back because the browser's session is another user's. The app's own: no server says it. */
export const OTHER_ACCOUNT = 'OTHER_ACCOUNT'

/** The question itself: who is this? */
const USER_INFO = '/v1/user/overview/userinfo'

export interface OwnSessionOptions {
  readonly cookies: Pick<KeyValueStorage, 'get'>
  /** The user on screen; `undefined` for a guest. */
  readonly screenUser: () => string | undefined
  /** Hears of each request that was held back. */
  readonly onOther: () => void
  readonly text: () => string
}

/**
 * Holds back private requests that would go out as somebody else than the user on screen (decision 105): once before the signature
 * is made, and once more before the bytes leave, because a key takes a moment to read. A private request is one that names its realm (wire 1b).
 */
export function ownSession({ cookies, screenUser, onOther, text }: OwnSessionOptions): { readonly logical: LogicalMiddleware; readonly wire: WireMiddleware } {
  const hold = ({ method, path, headers, stamp }: { readonly method: string; readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly stamp: { readonly traceId: string } }): void => {
    if (headers['x-realm'] === undefined || path === USER_INFO || cookieUser(cookies) === screenUser()) return
    onOther()
    throw new RequestError('business', { code: OTHER_ACCOUNT, message: text(), traceId: stamp.traceId, detail: { method, path } })
  }
  return {
    logical: logical('own-session', (request, next) => (hold(request), next(request))),
    wire: wire('own-session', (request, next) => (hold(request), next(request))),
  }
}
