/**
 * The algorithms of the JWE body. Fixed in code, never chosen by a header (RFC 8725 section 3.1).
 */
export const JWE_ALGORITHMS = { alg: 'RSA-OAEP-256', enc: 'A256GCM' } as const

/** base64url of `{"alg":"RSA-OAEP-256","enc":"A256GCM"}`. */
export const JWE_HEADER_SEGMENT = 'eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0'

/** Format of an encrypted login body: `GS1` has three segments, `JWE` five (wire 4). */
export type BodyFormat = 'GS1' | 'JWE'
