/**
 * FNV-1a over the code units of the lines: short enough to keep in a file, sharp enough to show one
 * changed space among thousands of lines.
 */
export function checksum(lines: readonly string[]): string {
  let hash = 0xcbf29ce484222325n
  for (const line of lines) {
    for (let at = 0; at <= line.length; at += 1)
      hash = BigInt.asUintN(
        64,
        (hash ^ BigInt(at < line.length ? line.charCodeAt(at) : 10)) * 0x100000001b3n,
      )
  }
  return hash.toString(16).padStart(16, '0')
}
