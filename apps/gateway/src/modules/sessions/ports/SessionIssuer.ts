import type { LoginResult, Realm } from '@x/api'
import type { GatewayRequest } from '../../../platform/http/route.ts'
import type { User } from '../../users/queries.ts'

export interface SessionIssuer {
  /**
   * Opens a session for a user whose identity is proved, binds the key that the request proved, and
   * sets the cookies.
   */
  open(
    request: GatewayRequest,
    options: { user: User; isAgency?: boolean; openedBy?: 'qr' },
  ): Promise<LoginResult>
  /**
   * Another realm, or another account of the same holder: the old session ends, the new one keeps
   * its key unless the request proved another.
   */
  switchTo(
    request: GatewayRequest,
    options: { user: User; realm: Realm; enteredFrom?: string | null },
  ): Promise<LoginResult>
  /**
   * The same session under a new secret, and every other session of the user ended: what the
   * account asks for at log-in has changed, so who came in under the old rules comes again.
   * Withdrawals are stopped for a day (wallet 4).
   */
  renew(request: GatewayRequest, options: { user: User }): Promise<LoginResult>
}
