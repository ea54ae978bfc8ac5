import type { GatewaySignErrorCode } from './GatewaySignError.ts'
import type { VerdictReaction, SignVerdictCode } from './verdictReactions.ts'

/**
 * What an application may want to log, report or show. No event holds a key, a token or a field's
 * value.
 */
export type GatewaySignEvent =
  | {
      readonly type: 'config-failed'
      readonly code: GatewaySignErrorCode
      readonly message: string
      readonly detail: Readonly<Record<string, string | number | boolean>>
    }
  /** The session storage held a configuration that does not verify any more; it was dropped. */
  | { readonly type: 'config-cache-rejected'; readonly code: GatewaySignErrorCode }
  /**
   * Sensitive fields could not be encrypted (`UNENCRYPTABLE_FIELDS`: nor ever can where they stand):
   * they went in clear, or the request was stopped.
   */
  | {
      readonly type: 'encryption-failed'
      readonly path: string
      readonly outcome: 'plaintext' | 'blocked'
      readonly code: GatewaySignErrorCode
    }
  /** Log-in goes on without a client key; such a session cannot sign. */
  | { readonly type: 'key-unavailable'; readonly code: GatewaySignErrorCode }
  /** A generation that missed its limit has finished; its key is the backup entry now. */
  | { readonly type: 'key-late' }
  /** The storage cannot hold a CryptoKey; the key is kept as PEM text. */
  | { readonly type: 'key-kept-as-pem' }
  /** The storage refused the key; it lives as long as the page. */
  | { readonly type: 'key-not-stored' }
  /** A signed request was stopped because this session has no key: ask for one log-in, once. */
  | { readonly type: 'login-required'; readonly path: string }
  | ({ readonly type: 'verdict'; readonly code: SignVerdictCode } & VerdictReaction)

export type EmitEvent = (event: GatewaySignEvent) => void
