import { BlockList, isIP } from 'node:net'
import { invalidParameter } from '../../platform/http/envelope.ts'

/** Addresses and networks as they were given, and whether an address is one of them. */
export function createAddressRule(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => true
  const list = new BlockList()
  for (const { address, bits, family } of entries.map(readNetwork))
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, bits, family)
  return (given) => {
    const address = plain(given)
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** The entries without repetitions. @throws GatewayError 40010 */
export function readAddresses(entries: readonly string[]): readonly string[] {
  const read = entries.map((entry) => entry.trim())
  for (const entry of read) readNetwork(entry)
  return [...new Set(read)]
}

interface Network {
  readonly address: string
  readonly bits: number | undefined
  readonly family: 'ipv4' | 'ipv6'
}

function readNetwork(entry: string): Network {
  const [address = '', bitsText, ...rest] = entry.split('/')
  const version = isIP(address)
  const bits = bitsText === undefined ? undefined : Number(bitsText)
  const isNetwork =
    bitsText === undefined ||
    (/^\d{1,3}$/.test(bitsText) && Number(bits) >= 1 && Number(bits) <= (version === 6 ? 128 : 32))
  // A zone names an interface of one machine: it means nothing here.
  if (version === 0 || rest.length > 0 || !isNetwork || address.includes('%'))
    throw invalidParameter('addresses', `${entry.slice(0, 60)} is no IP address or network`)
  return { address, bits, family: version === 6 ? 'ipv6' : 'ipv4' }
}

/** An IPv4 address that arrived over an IPv6 socket. */
function plain(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}
