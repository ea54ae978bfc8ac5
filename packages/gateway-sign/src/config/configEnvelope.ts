/** How a configuration is transferred and stored: unsigned, or with the issuer's signature. */
export interface ConfigEnvelope {
  /**
   * Selects the part of `data` to keep in session storage. `open` reads the configuration from it
   * on each load.
   */
  pick(data: unknown): unknown
  /** Rejects with a GatewaySignError when the stored value does not verify. */
  open(stored: unknown): Promise<unknown>
}

/** The platform's default: the configuration without a signature. */
export const unsignedEnvelope: ConfigEnvelope = {
  pick: (data) =>
    typeof data === 'object' && data !== null && 'gatewaySignConfig' in data
      ? data.gatewaySignConfig
      : undefined,
  open: async (stored) => stored,
}

/** Keeps all of `data`, because the signature is next to the configuration. `open` verifies it. */
export function signedEnvelope(open: ConfigEnvelope['open']): ConfigEnvelope {
  return { pick: (data) => data, open }
}
