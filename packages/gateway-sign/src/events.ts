import type { GatewaySignErrorCode } from './GatewaySignError.ts'
import type { VerdictReaction, SignVerdictCode } from './verdictReactions.ts'

/**
 * Events that an application may log, report or show. No event contains a key, a token or a field
 * value.
 */
export type GatewaySignEvent =
  | {
      readonly type: 'config-failed'
      readonly code: GatewaySignErrorCode
      readonly message: string
      readonly detail: Readonly<Record<string, string | number | boolean>>
    }
  /** The stored configuration no longer verifies and was removed. */
  | { readonly type: 'config-cache-rejected'; readonly code: GatewaySignErrorCode }
  /**
   * Sensitive fields could not be encrypted. They were sent in clear, or the request was blocked.
   * `UNENCRYPTABLE_FIELDS`: they are where encryption is impossible.
   */
  | {
      readonly type: 'encryption-failed'
      readonly path: string
      readonly outcome: 'plaintext' | 'blocked'
      readonly code: GatewaySignErrorCode
    }
  /** The log-in continues without a client key. Such a session cannot sign. */
  | { readonly type: 'key-unavailable'; readonly code: GatewaySignErrorCode }
  /** A key generation finished after its limit; its key is now the backup entry. */
  | { readonly type: 'key-late' }
  /** The storage cannot clone a CryptoKey; the key is stored as PEM text. */
  | { readonly type: 'key-kept-as-pem' }
  /** The storage did not keep the key; it exists only while the page is open. */
  | { readonly type: 'key-not-stored' }
  /**
   * A request was not sent because this session has no key. Ask the user to log in. Emitted once
   * per session.
   */
  | { readonly type: 'login-required'; readonly path: string }
  | ({ readonly type: 'verdict'; readonly code: SignVerdictCode } & VerdictReaction)

/** Receives every `GatewaySignEvent`. */
export type EmitEvent = (event: GatewaySignEvent) => void
