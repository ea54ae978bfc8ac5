import type { KeyObject } from 'node:crypto'
import type { ApiKey, ApiKeyKind, ApiKeyPermission, Realm } from '@x/api'

/** What proves a signature of a key. */
export type KeyProof =
  | { readonly kind: 'hmac'; readonly secret: KeyObject }
  | { readonly kind: 'ed25519' | 'rsa'; readonly publicKey: KeyObject }

/** A key in use. */
export interface LiveKey {
  readonly apiKey: string
  readonly userId: string
  readonly realm: Realm
  /** The main account of a sub-account's key. */
  readonly holder: string | undefined
  readonly permissions: ReadonlySet<ApiKeyPermission>
  /** Empty: all. */
  readonly symbols: ReadonlySet<string>
  readonly addresses: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly proof: KeyProof
  allows(address: string): boolean
}

/** What a new key is to be. */
export interface NewApiKey {
  readonly userId: string
  readonly realm: Realm
  readonly label: string
  readonly kind: ApiKeyKind
  readonly publicKey?: string | undefined
  readonly permissions: readonly ApiKeyPermission[]
  readonly addresses: readonly string[]
  readonly symbols: readonly string[]
}

/** The API keys of all accounts. */
export interface ApiKeys {
  /**
   * The key that may be used now; `undefined`: unknown, expired, or of a frozen account. Answers
   * from memory for two seconds, unknown keys too.
   */
  find(apiKey: string): Promise<LiveKey | undefined>
  /** Notes a use; written down once a minute. */
  touch(key: LiveKey, use: { readonly address: string }): void
  list(owner: { readonly userId: string; readonly realm: Realm }): Promise<readonly ApiKey[]>
  /** @throws GatewayError 40010 */
  create(key: NewApiKey): Promise<{ readonly key: ApiKey; readonly secret: string | null }>
  /** @throws GatewayError 40010, 40401 */
  change(
    key: Pick<NewApiKey, 'userId' | 'realm'> & { readonly apiKey: string },
    changes: Partial<Pick<NewApiKey, 'label' | 'permissions' | 'addresses' | 'symbols'>>,
  ): Promise<ApiKey>
  /** @throws GatewayError 40401 */
  remove(key: Pick<NewApiKey, 'userId' | 'realm'> & { readonly apiKey: string }): Promise<void>
}
