import { GatewaySignError } from '../GatewaySignError.ts'

/**
 * What a URL parser sends on unchanged: visible ASCII without the characters that it escapes, ends
 * the path at or turns around.
 */
const PATHNAME = /^\/(?![/\\])[A-Za-z0-9\-._~!$&'()*+,;=:@%/|[\]]*$/
/**
 * A segment of one or two dots, written plainly or as %2e, is resolved away before the request
 * leaves.
 */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Whether `path` is a URL pathname exactly as it is sent (wire 2). */
export function isSignablePath(path: string): boolean {
  return PATHNAME.test(path) && !DOT_SEGMENT.test(path)
}

export function assertSignablePath(path: string): void {
  if (isSignablePath(path)) return
  throw new GatewaySignError(
    'INVALID_PATH',
    'The path is not a pathname as it is sent: it must begin with one slash, be percent-encoded and hold no dot segment, query or fragment.',
  )
}
