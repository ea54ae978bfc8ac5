/**
 * How a configuration travels and lies in storage: bare, or with the issuer's signature around it.
 */
export interface ConfigEnvelope {
  /**
   * The part of `data` that is kept in session storage, and from which the configuration is opened
   * at each load.
   */
  pick(data: unknown): unknown
  /** Rejects with a GatewaySignError when what was kept does not vouch for itself. */
  open(kept: unknown): Promise<unknown>
}

/** The platform's own way: the configuration as it is. */
export const unsignedEnvelope: ConfigEnvelope = {
  pick: (data) =>
    typeof data === 'object' && data !== null && 'gatewaySignConfig' in data
      ? data.gatewaySignConfig
      : undefined,
  open: async (kept) => kept,
}

/**
 * All of `data`, for the signature lies beside the configuration; `open` is where it is verified.
 */
export function signedEnvelope(open: ConfigEnvelope['open']): ConfigEnvelope {
  return { pick: (data) => data, open }
}
