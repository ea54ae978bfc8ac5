/**
 * What limits count by. An IPv6 subscriber owns a whole /64 and could use a new address for each
 * try; an IPv4 address written as IPv6 is the IPv4 address.
 */
export function addressGroup(address: string): string {
  return networkOf(address, 4)
}

/**
 * The site around an IPv6 address: providers hand out a /48 for the asking, which has 65,536
 * networks to take turns with. `undefined` for IPv4, where an address is all that a subscriber has.
 */
export function addressSite(address: string): string | undefined {
  const site = networkOf(address, 3)
  return site.includes(':') ? site : undefined
}

/**
 * An address for the eyes of another person: the network it belongs to, without the part that names
 * one line.
 */
export function maskAddress(address: string): string {
  const site = addressSite(address)
  return site === undefined
    ? addressGroup(address).replace(/\.\d+$/, '.*')
    : site.replace(/::\/48$/, ':*')
}

/** The first `groups` of an IPv6 address's eight; an IPv4 address as it is. */
function networkOf(address: string, count: number): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? front
      : [
          ...front,
          ...Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0'),
          ...back,
        ]
  return `${groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${count * 16}`
}
