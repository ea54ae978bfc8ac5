import { describe, expect, it } from 'vitest'
import { createAddressReader, createProxyRule } from './clientAddress.ts'

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

describe('which reverse proxies are trusted', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['10.1.2.0/24', '10.1.2.255', true],
    ['10.1.2.0/24', '10.1.3.0', false],
    ['10.1.2.3/32', '10.1.2.3', true],
    ['10.1.2.3/32', '10.1.2.2', false],
    ['128.0.0.0/1', '255.1.1.1', true],
    ['128.0.0.0/1', '127.1.1.1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1/128', '2001:DB8:0::1', true],
    [' 10.0.0.1 , 10.0.0.2 ', '10.0.0.2', true],
    [',,10.0.0.1,', '10.0.0.1', true],
    ['loopback', '127.255.255.254', true],
    ['loopback', '::1', true],
    ['loopback', '::2', false],
    ['linklocal', '169.254.1.1', true],
    ['linklocal', 'fe80::1', true],
    ['linklocal', 'fec0::1', false],
    ['uniquelocal', '172.16.0.1', true],
    ['uniquelocal', '172.31.255.255', true],
    ['uniquelocal', '172.32.0.0', false],
    ['uniquelocal', '192.168.9.9', true],
    ['uniquelocal', 'fdff::1', true],
    ['uniquelocal', '127.0.0.1', false],
    ['10.0.0.0/8', '::ffff:10.9.9.9', true],
    ['10.0.0.0/8', '::FFFF:10.9.9.9', true],
    [undefined, '127.0.0.1', false],
    ['', '127.0.0.1', false],
    ['loopback', '', false],
    ['loopback', 'localhost', false],
    ['loopback', '127.0.0.1:8080', false],
  ])('has in %j the proxy %s: %s', (trust, address, isTrusted) =>
    expect(createProxyRule(trust)(address)).toBe(isTrusted),
  )

  it.each([
    '10.0.0.0/',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '10.0.0.0/ 8',
    '10.0.0.0/1e1',
    '10.0.0',
    '::/0',
    '2001:db8::/129',
    '[::1]',
    'proxy.example',
    'Loopback',
    'true',
    '*',
    'loopback, 10.0.0.0/',
  ])('refuses %j, which names none', (trust) =>
    expect(() => createProxyRule(trust)).toThrow(TypeError),
  )
})

describe('the address behind several proxies', () => {
  const trust = '192.0.2.0/24'
  it.each([
    ['the last that is no proxy', '203.0.113.1, 198.51.100.1, 192.0.2.8', '198.51.100.1'],
    ['the first where all are proxies', '192.0.2.7, 192.0.2.8', '192.0.2.7'],
    ['what a proxy handed on, though it is no address', 'unknown', 'unknown'],
    ['never what stands before an untrusted hop', '192.0.2.9, 198.51.100.1', '198.51.100.1'],
    ['without empty hops', ' , 198.51.100.1 ,, ', '198.51.100.1'],
  ])('is %s', (_which, forwarded, address) =>
    expect(read(trust, '192.0.2.1', forwarded)).toBe(address),
  )

  it('is read from every header of the name, in order', () => {
    const address = createAddressReader(trust)({
      socket: { remoteAddress: '192.0.2.1' } as never,
      headers: { 'x-forwarded-for': ['203.0.113.1', '198.51.100.1, 192.0.2.3'] as never },
    })
    expect(address).toBe('198.51.100.1')
  })

  it('is empty for a socket that has closed', () => {
    const socket = { remoteAddress: undefined } as never
    expect(createAddressReader(trust)({ socket, headers: {} })).toBe('')
    const forged = { 'x-forwarded-for': '198.51.100.1' }
    expect(createAddressReader(trust)({ socket, headers: forged })).toBe('')
  })
})
