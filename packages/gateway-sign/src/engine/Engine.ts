import type { BodyRequest, LoginAnswer, SignRequest } from '../requests.ts'

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
  bindLogin(answer: LoginAnswer): Promise<void>
  clearKeyCache(): void
  forgetSession(): Promise<void>
}
