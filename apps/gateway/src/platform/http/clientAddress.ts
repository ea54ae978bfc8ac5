import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Where a request comes from, past the reverse proxies that are trusted. */
export type ReadAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether an address is that of a reverse proxy that is trusted. */
export type IsTrusted = (address: string) => boolean

/**
 * `trustProxy`: addresses, networks and the names loopback, linklocal, uniquelocal, as the
 * framework reads them; without it nobody is trusted.
 * @throws TypeError for an entry that is none of them
 */
export function createProxyRule(trustProxy: string | undefined): IsTrusted {
  const trusted = new BlockList()
  const entries = (trustProxy ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  for (const entry of entries.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits, ...more] = entry.split('/')
    const version = isIP(address)
    const family = version === 6 ? 'ipv6' : 'ipv4'
    const most = version === 6 ? 128 : 32
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && isWithin(Number(bits), most))
    // An empty length would be 0, and trust everybody.
    if (version === 0 || !isNetwork || more.length > 0)
      throw new TypeError(
        `TRUST_PROXY: ${entry} is neither an address nor a network with its length.`,
      )
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const own = plain(address)
    return isIP(own) !== 0 && trusted.check(own, isIP(own) === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * For sockets, which do not pass through the HTTP framework: the last address of `X-Forwarded-For`
 * that is no proxy of `trustProxy`, as the framework reads it.
 */
export function createAddressReader(trustProxy: string | undefined): ReadAddress {
  const isTrusted = createProxyRule(trustProxy)
  return ({ socket, headers }) => {
    const own = plain(socket.remoteAddress ?? '')
    const header = headers['x-forwarded-for']
    if (header === undefined) return own
    const forwarded = [header]
      .flat()
      .join(',')
      .split(',')
      .map((hop) => hop.trim())
      .filter(Boolean)
    const hops = [...forwarded, own]
    let at = hops.length - 1
    while (at > 0 && isTrusted(hops[at] ?? '')) at -= 1
    return hops[at] ?? ''
  }
}

const isWithin = (bits: number, most: number): boolean => bits >= 1 && bits <= most

/** An IPv4 address that arrived over an IPv6 socket. */
function plain(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}
