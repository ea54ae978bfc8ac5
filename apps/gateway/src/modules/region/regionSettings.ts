/**
 * Where the operator does not serve, or not in everything, and which header of a trusted proxy
 * names the country of a caller.
 */
export interface RegionSettings {
  /** Of the proxy, in small letters. */
  readonly header: string
  /** Codes such as `KP`, in capitals. */
  readonly none: ReadonlySet<string>
  readonly limited: ReadonlySet<string>
}

const TOKEN = /^[a-z0-9!#$%&'*+.^_`|~-]+$/
/** ISO 3166 alpha-2, and what proxies say besides, such as `T1` of the Tor network. */
const CODE = /^[A-Z][A-Z0-9]$/

/** @throws Error that names the variable that cannot be used. */
export function readRegionSettings(
  value: (name: string) => string | undefined,
): RegionSettings | undefined {
  const none = readCountries(value, 'RESTRICTED_COUNTRIES', new Set())
  const limited = readCountries(value, 'LIMITED_COUNTRIES', none)
  const header = value('COUNTRY_HEADER')?.toLowerCase()
  if (header === undefined) {
    const list = none.size > 0 ? 'RESTRICTED_COUNTRIES' : 'LIMITED_COUNTRIES'
    if (none.size + limited.size > 0)
      throw new Error(
        `${list} needs COUNTRY_HEADER, the header in which the proxy names the country of ` +
          'a caller.',
      )
    return undefined
  }
  if (!TOKEN.test(header))
    throw new Error(`COUNTRY_HEADER is ${JSON.stringify(header)}; it must be the name of a header.`)
  // Who calls could write it.
  if (value('TRUST_PROXY') === undefined)
    throw new Error('COUNTRY_HEADER needs TRUST_PROXY, the addresses of the proxies that set it.')
  if (none.size + limited.size === 0)
    throw new Error(
      'COUNTRY_HEADER needs RESTRICTED_COUNTRIES or LIMITED_COUNTRIES, or it says nothing ' +
        'to anybody.',
    )
  return { header, none, limited }
}

function readCountries(
  value: (name: string) => string | undefined,
  name: string,
  taken: ReadonlySet<string>,
): ReadonlySet<string> {
  const codes =
    value(name)
      ?.split(',')
      .map((code) => code.trim().toUpperCase())
      .filter(Boolean) ?? []
  const wrong = codes.find((code) => !CODE.test(code) || taken.has(code))
  if (wrong !== undefined)
    throw new Error(
      `${name} has ${JSON.stringify(wrong)}; it must be a list of country codes such as ` +
        'KP, each in one list.',
    )
  return new Set(codes)
}
