import type { P2pAppealCase, P2pFile, P2pMessage } from '@x/api'
import type { RequestSession } from '../../../platform/http/route.ts'

/**
 * Until when a user may not trade P2P after a change of the account's security, in milliseconds
 * since the epoch; 0: there is no hold.
 */
export type SecurityHold = (userId: string) => Promise<number>

/** Whether a session may decide appeals. */
export type IsOperator = (session: RequestSession) => boolean | Promise<boolean>

/** Appeals as operators decide them. */
export interface P2pAppeals {
  /** Those that wait, the oldest first. */
  waiting(): Promise<readonly P2pAppealCase[]>
  /** A picture that a party sent. @throws GatewayError 40401 */
  file(ids: { readonly orderId: string; readonly fileId: string }): Promise<P2pFile>
  /** @throws GatewayError 40010, 40241, 40401 */
  rule(ruling: {
    readonly operator: string
    readonly orderId: string
    readonly outcome: 'released' | 'refunded'
    readonly reason: string
  }): Promise<void>
}

/** Messages that are new, of one user. */
export interface P2pMessageChange {
  readonly userId: string
  readonly messages: readonly P2pMessage[]
}

/** Where new messages come from. */
export interface P2pMessageSource {
  onChange(listener: (change: P2pMessageChange) => void): () => void
}
