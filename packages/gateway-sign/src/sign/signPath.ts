import { GatewaySignError } from '../GatewaySignError.ts'

/**
 * Characters that a URL parser sends unchanged: visible ASCII without those that it escapes,
 * converts or treats as the end of the path.
 */
const PATHNAME = /^\/(?![/\\])[A-Za-z0-9\-._~!$&'()*+,;=:@%/|[\]]*$/
/** A segment of one or two dots, plain or as %2e, which URL parsers resolve. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Whether `path` is a URL pathname exactly as it is sent (wire 2). */
export function isSignablePath(path: string): boolean {
  return PATHNAME.test(path) && !DOT_SEGMENT.test(path)
}

/** @throws GatewaySignError INVALID_PATH unless `isSignablePath(path)`. */
export function assertSignablePath(path: string): void {
  if (isSignablePath(path)) return
  throw new GatewaySignError(
    'INVALID_PATH',
    'The path is not a pathname as it is sent: it must begin with one slash, be ' +
      'percent-encoded and contain no dot segment, query or fragment.',
  )
}
