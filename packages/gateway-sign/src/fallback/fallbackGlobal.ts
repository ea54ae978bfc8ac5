/** Where the static script leaves its function. */
export const FALLBACK_GLOBAL = 'xGatewaySignCrypto'
