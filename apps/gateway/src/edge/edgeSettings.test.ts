import { describe, expect, it } from 'vitest'
import { readEdgeSettings, socketAddressOf } from './edgeSettings.ts'

const CORES = 'http://core-a:8080'
const read = (changes: Readonly<Record<string, string | undefined>> = {}) =>
  readEdgeSettings({ CORES, ...changes })

describe('the settings of an edge', () => {
  it('need the cores alone', () => {
    expect(read()).toEqual({ cores: [CORES], host: undefined, port: 8080, holdMs: 10_000 })
  })

  it('take an empty value for none', () => {
    expect(read({ PORT: '', HOLD_SECONDS: ' ', HOST: ' ' })).toEqual(read())
  })

  it.each([
    ['http://a:1', ['http://a:1']],
    [' http://a:1 ,, http://b:2/ ', ['http://a:1', 'http://b:2/']],
    ['http://[::1]:8080', ['http://[::1]:8080']],
    ['http://10.0.0.1:80', ['http://10.0.0.1:80']],
    ['HTTP://core:8080', ['HTTP://core:8080']],
  ])('read the cores %j', (text, cores) => expect(read({ CORES: text }).cores).toEqual(cores))

  it.each([
    undefined,
    '',
    ' , ',
    'core:8080',
    'http://core',
    'http://core:',
    'http://core/',
    'https://core:8080',
    'http://core:8080/v1',
    'http://core:8080/?a=1',
    'http://core:8080/#a',
    'http://user:pass@core:8080',
    'http://core:99999',
    'http://:8080',
    'http://a:1,core',
  ])('refuse the cores %j', (text) =>
    expect(() => read({ CORES: text })).toThrow('CORES must name the cores'),
  )

  it.each([
    ['0', 0],
    ['80', 80],
    [' 443 ', 443],
    ['65535', 65_535],
  ])('read the port %j', (text, port) => expect(read({ PORT: text }).port).toBe(port))

  it.each(['-1', '65536', '80a', '1e3', '0x50', '80.0', '٨٠'])('refuse the port %j', (PORT) =>
    expect(() => read({ PORT })).toThrow('PORT must be a number from 0 to 65535.'),
  )

  it.each([
    ['1', 1_000],
    ['300', 300_000],
  ])('hold a request for %s seconds', (HOLD_SECONDS, holdMs) =>
    expect(read({ HOLD_SECONDS }).holdMs).toBe(holdMs),
  )

  it.each(['0', '301', '1.5', '-5', '1e1', 'long'])('refuse to hold for %j', (HOLD_SECONDS) =>
    expect(() => read({ HOLD_SECONDS })).toThrow('HOLD_SECONDS must be a whole number'),
  )

  it('never repeat a password of an address', () => {
    expect(() => read({ CORES: 'http://user:hunter2@core:1' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    )
  })
})

describe('the socket to a core', () => {
  it.each([
    ['http://core:8080', { host: 'core', port: 8080 }],
    ['http://core:80', { host: 'core', port: 80 }],
    ['http://10.0.0.1:1', { host: '10.0.0.1', port: 1 }],
    ['http://[2001:db8::1]:80', { host: '2001:db8::1', port: 80 }],
  ])('goes for %s to %j', (core, address) => {
    expect(readEdgeSettings({ CORES: core }).cores).toEqual([core])
    expect(socketAddressOf(new URL(core))).toEqual(address)
  })
})
