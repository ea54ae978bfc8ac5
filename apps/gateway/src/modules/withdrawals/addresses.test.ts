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

describe('addresses of EVM networks (wallet 4)', () => {
  const evm = { family: 'evm' } as const
  /** Published with EIP-55. */
  const CHECKED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  it.each([
    CHECKED,
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])('takes %s, whose letters are its checksum', (address) => {
    expect(readAddress(address, evm)).toEqual({ address })
  })

  it.each([
    ['lower', CHECKED.toLowerCase()],
    ['upper', `0x${CHECKED.slice(2).toUpperCase()}`],
  ])('takes %s case, and gives it its checksum', (_, text) => {
    expect(readAddress(text, evm)).toEqual({ address: CHECKED })
  })

  it('takes digits alone, which have no case', () => {
    const address = `0x${'12'.repeat(20)}`
    expect(readAddress(address, evm)).toEqual({ address })
  })

  it.each([
    ['in which one letter has the other case', CHECKED.replace('A', 'a'), 'checksum'],
    ['in which the last letter has the other case', `${CHECKED.slice(0, -1)}D`, 'checksum'],
    ['with a wrong digit', CHECKED.replace('6053', '6054'), 'checksum'],
    ['of nobody', `0x${'0'.repeat(40)}`, 'zero'],
    ['with an upper-case prefix', `0X${CHECKED.slice(2)}`, 'malformed'],
    ['without its prefix', CHECKED.slice(2), 'malformed'],
    ['that is one digit too short', CHECKED.slice(0, -1), 'malformed'],
    ['that is one digit too long', `${CHECKED}0`, 'malformed'],
    ['with a line end', `${CHECKED}\n`, 'malformed'],
    ['with a letter that is none', CHECKED.replace('5a', '5g'), 'malformed'],
    ['with full-width digits', CHECKED.replace('6053', '６０５３'), 'malformed'],
    ['with a name', 'vitalik.eth', 'malformed'],
    ['of a coin network', ADDRESS, 'malformed'],
  ])('refuses an address %s', (_, text, fault) => {
    expect(readAddress(text, evm)).toEqual({ fault })
  })
})

describe('addresses of bitcoin (wallet 1)', () => {
  const of = (addressPrefix: string) => ({ family: 'btc', addressPrefix }) as const
  /** Published with BIP-173, BIP-350 and in the first block. */
  const [KEY, SCRIPT] = [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  ]
  const TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
  const FIRST = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'

  it.each([KEY, SCRIPT, FIRST, '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'])('takes %s', (address) => {
    expect(readAddress(address, of('bc'))).toEqual({ address })
  })

  it('takes upper case as codes to scan have it', () => {
    expect(readAddress(KEY.toUpperCase(), of('bc'))).toEqual({ address: KEY })
  })

  it.each([
    ['of a test network', KEY, 'tb', 'malformed'],
    ['of a later version, which has another checksum', TAPROOT, 'bc', 'checksum'],
    ['with a wrong letter', KEY.replace('w508', 'w509'), 'bc', 'checksum'],
    ['in base58 with a wrong letter', FIRST.replace('zP', 'zQ'), 'bc', 'checksum'],
    ['in base58 with a letter that base58 lacks', FIRST.replace('zP', 'z0'), 'bc', 'malformed'],
    ['in base58 of a test network', base58(0x6f), 'bc', 'malformed'],
    ['of litecoin', base58(0x30), 'bc', 'malformed'],
    ['that is cut off', KEY.slice(0, 20), 'bc', 'checksum'],
    ['with a space before it', ` ${KEY}`, 'bc', 'malformed'],
  ])('refuses an address %s', (_, text, prefix, fault) => {
    expect(readAddress(text, of(prefix))).toEqual({ fault })
  })

  it('reads a base58 address of which another prefix has the version too', () => {
    // A regtest and a testnet of bitcoin share their versions; bech32 has a prefix.
    const address = base58(0x6f)
    expect(readAddress(address, of('bcrt'))).toEqual({ address })
    expect(readAddress(address, of('tb'))).toEqual({ address })
  })
})
