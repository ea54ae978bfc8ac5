const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The standard alphabet, padded, on one line (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/**
 * Decodes `text`, or returns `null` unless it is exactly what `encodeBase64` writes: no whitespace,
 * no missing padding, no stray bits in the last character.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!BASE64.test(text)) return null
  const binary = atob(text)
  if (btoa(binary) !== text) return null
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
