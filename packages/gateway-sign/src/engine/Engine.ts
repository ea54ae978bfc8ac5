import type { Stamp } from '../sign/stamp.ts'

/** A request with a plain object as body. */
export interface BodyRequest extends Stamp {
  /** The full pathname as sent, with `/v1`. */
  readonly path: string
  readonly body: Record<string, unknown>
}

/** A request as the caller passes it, before encryption. */
export interface OutgoingRequest extends Stamp {
  readonly path: string
  /** Any body that a transport accepts; `undefined` for methods without one. */
  readonly body: unknown
  readonly query?: Readonly<Record<string, unknown>>
}

/** A request whose path and body text are final. */
export interface SignRequest extends Stamp {
  readonly method: string
  readonly path: string
  /**
   * The exact text passed to the transport; `''` without a body, `null` for forms, blobs and
   * streams.
   */
  readonly body: string | null
}

/** The operations that a verified configuration allows. */
export interface ActiveSigning {
  encryptLogin(
    request: BodyRequest,
    sensitiveFields: readonly string[],
  ): Promise<Record<string, unknown>>
  /** Adds the device check on the path that requires it; returns the same body elsewhere. */
  checkDevice(request: BodyRequest): Promise<Record<string, unknown>>
  sign(request: SignRequest): Promise<Record<string, string>>
}

/** Keys, signatures and ciphers. Loaded only when the gateway has signing switched on. */
export interface Engine {
  /**
   * Verifies and returns a signed configuration.
   * @throws GatewaySignError when no issuer signed it.
   */
  verifySignedConfig(data: unknown): Promise<unknown>
  /**
   * Verifies a configuration and applies its rules.
   * @throws GatewaySignError for a configuration that is malformed or not signed by an issuer.
   */
  activate(config: unknown): Promise<ActiveSigning>
  bindLogin(answer: { readonly path: string; readonly data: unknown }): Promise<void>
  clearKeyCache(): void
  forgetSession(): Promise<void>
}
