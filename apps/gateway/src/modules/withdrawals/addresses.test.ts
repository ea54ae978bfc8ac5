import { bech32, createBase58check } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import { LITECOIN_NETWORK } from '../wallet/ports/networks.ts'
import { readAddress } from './addresses.ts'

const witness = (prefix: string, { version = 0, bytes = 20 } = {}): string =>
  bech32.encode(prefix, [version, ...bech32.toWords(new Uint8Array(bytes).fill(3))])
const base58 = (version: number, bytes = 20): string =>
  createBase58check(sha256).encode(Uint8Array.from([version, ...new Uint8Array(bytes).fill(4)]))
const main = { family: 'ltc', addressPrefix: 'ltc' } as const
const ADDRESS = witness('rltc')

describe('addresses of UTXO networks (wallet 4)', () => {
  it.each([
    ['a key', ADDRESS],
    ['a script', witness('rltc', { bytes: 32 })],
    ['a key in base58', base58(0x6f)],
    ['a script in base58', base58(0x3a)],
  ])('takes the address of %s', (_, address) => {
    expect(readAddress(address, LITECOIN_NETWORK)).toEqual({ address })
  })

  it('takes upper case, and keeps lower case', () => {
    expect(readAddress(ADDRESS.toUpperCase(), LITECOIN_NETWORK)).toEqual({ address: ADDRESS })
  })

  it.each([
    ['of the main network', witness('ltc'), 'malformed'],
    ['of the main network in base58', base58(0x30), 'malformed'],
    ['of another coin', witness('bc'), 'malformed'],
    [
      'with a wrong letter',
      `${ADDRESS.slice(0, -1)}${ADDRESS.endsWith('q') ? 'p' : 'q'}`,
      'checksum',
    ],
    ['in mixed case', `R${ADDRESS.slice(1)}`, 'checksum'],
    ['of a later version', witness('rltc', { version: 1, bytes: 32 }), 'malformed'],
    ['of a broken length', witness('rltc', { bytes: 21 }), 'malformed'],
    ['of a broken length in base58', base58(0x6f, 19), 'malformed'],
    ['of an EVM network', `0x${'1'.repeat(40)}`, 'malformed'],
    ['that is empty', '', 'malformed'],
  ])('refuses an address %s', (_, address, fault) => {
    expect(readAddress(address, LITECOIN_NETWORK)).toEqual({ fault })
  })

  it('takes those of every network of a family without a prefix', () => {
    for (const address of [witness('ltc'), ADDRESS, base58(0x30)])
      expect(readAddress(address, { family: 'ltc' })).toEqual({ address })
    expect(readAddress(ADDRESS, main)).toEqual({ fault: 'malformed' })
    expect(readAddress(base58(0x30), main)).toEqual({ address: base58(0x30) })
  })
})
