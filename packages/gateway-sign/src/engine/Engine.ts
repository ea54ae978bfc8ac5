import type { Stamp } from '../sign/stamp.ts'

export interface BodyRequest extends Stamp {
  /** The full pathname as sent, with /v1. */
  readonly path: string
  readonly body: Record<string, unknown>
}

/** Any request, as its sender has it. */
export interface OutgoingRequest extends Stamp {
  readonly path: string
  /** Whatever a transport takes; `undefined` where the method has none. */
  readonly body: unknown
  readonly query?: Readonly<Record<string, unknown>>
}

export interface SignRequest extends Stamp {
  readonly method: string
  readonly path: string
  /**
   * The exact text handed to the transport; empty when there is none, null for forms, blobs and
   * streams.
   */
  readonly body: string | null
}

/** What a verified configuration makes possible. */
export interface ActiveSigning {
  encryptLogin(
    request: BodyRequest,
    sensitiveFields: readonly string[],
  ): Promise<Record<string, unknown>>
  /**
   * Vouches for the device on the one path that asks for it; any other body comes back as the same
   * object.
   */
  checkDevice(request: BodyRequest): Promise<Record<string, unknown>>
  sign(request: SignRequest): Promise<Record<string, string>>
}

/**
 * Keys, signatures and ciphers: everything that only a gateway with signing switched on needs,
 * loaded apart.
 */
export interface Engine {
  /**
   * The configuration inside a signed one.
   * @throws GatewaySignError when no issuer vouches for it.
   */
  verifySignedConfig(data: unknown): Promise<unknown>
  /**
   * @throws GatewaySignError for a configuration that is malformed or that no issuer vouches for.
   */
  activate(config: unknown): Promise<ActiveSigning>
  bindLogin(answer: { readonly path: string; readonly data: unknown }): Promise<void>
  clearKeyCache(): void
  forgetSession(): Promise<void>
}
