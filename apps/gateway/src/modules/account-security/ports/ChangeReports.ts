import type { GatewayRequest } from '../../../platform/http/route.ts'

/** A change of what opens an account. */
export type AccessChange = 'factorChanged' | 'identityChanged' | 'apiKeyChanged'

/** What each change of what opens an account leads to, wherever it is made (products 7). */
export interface ChangeReports {
  /**
   * Writes it into the history and mails every address. A change of second factors stops the
   * changes that wait because one was lost.
   */
  report(
    request: Pick<GatewayRequest, 'address' | 'headers' | 'session'>,
    change: { readonly userId: string; readonly kind: AccessChange },
  ): Promise<void>
}
