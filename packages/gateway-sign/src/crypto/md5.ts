import CryptoJS from 'crypto-js/core.js'
import MD5 from 'crypto-js/md5.js'

/**
 * Lower-case hex MD5 of the UTF-8 bytes of `text`. The protocol uses it as a checksum; no security
 * depends on it. Web Crypto has no MD5.
 */
export function md5Hex(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const words: number[] = Array.from({ length: (bytes.length + 3) >>> 2 }, () => 0)
  for (const [index, byte] of bytes.entries())
    words[index >>> 2] = (words[index >>> 2] ?? 0) | (byte << (24 - (index % 4) * 8))
  return MD5(CryptoJS.lib.WordArray.create(words, bytes.length)).toString()
}
