/** Global name of the function that the static script defines. */
export const FALLBACK_GLOBAL = 'xGatewaySignCrypto'
