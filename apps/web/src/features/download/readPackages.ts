/** A package of the app in a store or on a server of the operator. */
export interface Package {
  readonly name: string
  readonly url: string
  /** 64 hexadecimal digits of what the address gives. */
  readonly sha256: string
}

/**
 * The packages of a configuration. One without a name, an https address or a checksum is left out:
 * nobody could know what it installs.
 */
export function readPackages(configured: unknown): readonly Package[] {
  if (!Array.isArray(configured)) return []
  return configured.flatMap((one: unknown) => (isPackage(one) ? [one] : []))
}

function isPackage(one: unknown): one is Package {
  if (typeof one !== 'object' || one === null) return false
  const { name, url, sha256 } = one as Readonly<Record<string, unknown>>
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    typeof url === 'string' &&
    URL.canParse(url) &&
    new URL(url).protocol === 'https:' &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  )
}
