import { describe, expect, it } from 'vitest'
import { createAddressReader } from './clientAddress.ts'

const read = (trust: string | undefined, remoteAddress: string, forwarded?: string) =>
  createAddressReader(trust)({
    socket: { remoteAddress } as never,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })

describe('the address behind a socket', () => {
  it.each([
    [undefined, '203.0.113.9', undefined, '203.0.113.9'],
    [undefined, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['192.0.2.1', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['192.0.2.1', '192.0.2.1', '198.51.100.1', '198.51.100.1'],
    ['192.0.2.0/24', '::ffff:192.0.2.7', 'forged, 198.51.100.1', '198.51.100.1'],
    ['192.0.2.0/24, 10.0.0.1', '192.0.2.7', '198.51.100.1, 10.0.0.1', '198.51.100.1'],
    ['loopback', '127.0.0.1', '2001:db8::1', '2001:db8::1'],
    ['uniquelocal', 'fd00::1', '198.51.100.1', '198.51.100.1'],
    ['loopback', '127.0.0.1', undefined, '127.0.0.1'],
    ['loopback', '::ffff:127.0.0.1', undefined, '127.0.0.1'],
    ['loopback', '127.0.0.1', '', '127.0.0.1'],
    ['loopback', '::1', '127.0.0.1', '127.0.0.1'],
  ])('trusts %s, so that %s forwarding %s is %s', (trust, remote, forwarded, address) =>
    expect(read(trust, remote, forwarded)).toBe(address),
  )
})
