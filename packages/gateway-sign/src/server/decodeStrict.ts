/**
 * Decodes `text`, or returns `null` unless it is the canonical encoding: no whitespace, no missing
 * or extra padding, no stray bits in the last character. Base64 is padded, base64url is not (RFC
 * 4648 sections 4 and 5). About ten times faster on a server than the browser decoder of this
 * package.
 */
export function decodeStrict(
  text: string,
  encoding: 'base64' | 'base64url',
): Buffer<ArrayBuffer> | null {
  const bytes = Buffer.from(text, encoding)
  return bytes.toString(encoding) === text ? bytes : null
}
