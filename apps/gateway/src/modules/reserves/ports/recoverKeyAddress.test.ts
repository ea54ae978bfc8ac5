import { bech32 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { createKeys } from '../../../../../signer/src/keys.ts'
import { signText } from '../../../../../signer/src/utxo.ts'
import { prefixOf, recoverKeyAddress } from './recoverKeyAddress.ts'

const TEXT = `X reserves 2026-11-22T00:00:00Z ${'ab'.repeat(32)}`
const keys = createKeys(Buffer.alloc(32, 9))
const signatureOf = (family: 'ltc' | 'btc', index: number | null = 3, text = TEXT) =>
  signText(text, { family, key: keys.utxo(family).key(index) })
/** With another first byte. */
const withHead = (signature: string, change: (head: number) => number): string => {
  const [head = 0, ...rest] = Buffer.from(signature, 'base64')
  return Buffer.from([change(head), ...rest]).toString('base64')
}

describe('the address that signed a text (BIP-137, wallet 7)', () => {
  it.each([
    ['ltc', 'ltc'],
    ['ltc', 'rltc'],
    ['ltc', 'tltc'],
    ['btc', 'bc'],
    ['btc', 'tb'],
    ['btc', 'bcrt'],
  ] as const)('is that of the key of %s, written with %s', async (family, prefix) => {
    const signature = await signatureOf(family)
    expect(recoverKeyAddress(TEXT, { signature, prefix })).toBe(
      keys.utxo(family).address(3, prefix),
    )
  })

  it('is found where a wallet without segregated witness signed', async () => {
    const older = withHead(await signatureOf('ltc'), (head) => head - 8)
    expect(recoverKeyAddress(TEXT, { signature: older, prefix: 'ltc' })).toBe(
      keys.utxo('ltc').address(3, 'ltc'),
    )
  })

  it('is another one of another text, coin or key', async () => {
    const own = keys.utxo('ltc').address(3, 'ltc')
    const signature = await signatureOf('ltc')
    expect(recoverKeyAddress(`${TEXT}.`, { signature, prefix: 'ltc' })).not.toBe(own)
    const ofBitcoin = await signatureOf('btc')
    expect(recoverKeyAddress(TEXT, { signature: ofBitcoin, prefix: 'ltc' })).not.toBe(own)
    const other = await signatureOf('ltc', null)
    expect(recoverKeyAddress(TEXT, { signature: other, prefix: 'ltc' })).not.toBe(own)
  })

  it.each<[string, (signature: string) => string]>([
    ['an empty one', () => ''],
    ['one that is too short', (signature) => signature.slice(4)],
    ['one that is too long', (signature) => `AAAA${signature}`],
    ['one in another alphabet', (signature) => signature.replace(/[+/A]/, '-')],
    ['one with a line end', (signature) => `${signature}\n`],
    ['one of no key', () => Buffer.alloc(65).toString('base64')],
    ['one of a key that is not compressed', (signature) => withHead(signature, () => 27)],
    ['one of a wrapped address', (signature) => withHead(signature, () => 35)],
    ['one with a head beyond all', (signature) => withHead(signature, () => 43)],
    [
      'one of zeros behind its head',
      () => Buffer.from([39, ...Buffer.alloc(64)]).toString('base64'),
    ],
  ])('is none of %s', async (_, change) => {
    const signature = change(await signatureOf('ltc'))
    expect(recoverKeyAddress(TEXT, { signature, prefix: 'ltc' })).toBeUndefined()
  })

  it('is none of a text of more than 252 bytes', async () => {
    const signature = await signatureOf('ltc')
    expect(recoverKeyAddress('x'.repeat(252), { signature, prefix: 'ltc' })).toBeDefined()
    expect(recoverKeyAddress('x'.repeat(253), { signature, prefix: 'ltc' })).toBeUndefined()
    // Bytes count, not letters.
    expect(recoverKeyAddress('é'.repeat(127), { signature, prefix: 'ltc' })).toBeUndefined()
  })
})

describe('the prefix of an address', () => {
  const address = (prefix: string) =>
    bech32.encode(prefix, [0, ...bech32.toWords(new Uint8Array(20).fill(3))])

  it.each(['ltc', 'tltc', 'rltc', 'bc', 'tb', 'bcrt'])('is %s', (prefix) => {
    expect(prefixOf(address(prefix))).toBe(prefix)
  })

  it.each([
    ['of a coin that is not served', address('doge')],
    ['with a name that every object has', address('constructor')],
    ['with a wrong letter', address('ltc').replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))],
    ['of an EVM network', `0x${'1'.repeat(40)}`],
    ['that is empty', ''],
  ])('is none of an address %s', (_, text) => {
    expect(prefixOf(text)).toBeUndefined()
  })
})
