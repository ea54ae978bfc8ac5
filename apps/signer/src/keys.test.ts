import { HDKey } from '@scure/bip32'
import { describe, expect, it } from 'vitest'
import { createKeys } from './keys.ts'

/** "abandon … about" without a passphrase (BIP-39). */
const SEED = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
    '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
)
const keys = createKeys(SEED)

describe('keys of EVM networks (wallet 3)', () => {
  it('derive the published first addresses of the words', () => {
    expect([0, 1].map((index) => keys.depositAddress(index))).toEqual([
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
    ])
  })

  it('sign as the address that they show', () => {
    expect(keys.depositAccount(5).address).toBe(keys.depositAddress(5))
    expect(keys.hotAccount().address).toBe(keys.hot)
  })

  it('give away no private key with the key of the account', () => {
    const account = HDKey.fromExtendedKey(keys.xpub)
    expect(account.privateKey).toBeNull()
    expect(keys.xpub.startsWith('xpub')).toBe(true)
  })

  it('keep the hot address outside of the account that the gateway has', () => {
    const account = HDKey.fromExtendedKey(keys.xpub)
    const below = [0, 1].flatMap((chain) =>
      [0, 1, 2].map((index) => account.deriveChild(chain).deriveChild(index).publicKey),
    )
    const hot = HDKey.fromMasterSeed(SEED).derive("m/44'/60'/1'/0/0").publicKey
    expect(below).not.toContainEqual(hot)
    expect([0, 1, 2].map((index) => keys.depositAddress(index))).not.toContain(keys.hot)
  })
})

describe('keys of coins (wallet 3)', () => {
  const [btc, ltc] = [keys.utxo('btc'), keys.utxo('ltc')]

  it('derive the published first addresses of the words', () => {
    // BIP-84: m/84'/0'/0'/0/0 and 0/1.
    expect([0, 1].map((index) => btc.address(index, 'bc'))).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ])
  })

  it('are others for each coin, and for the hot address', () => {
    const all = [btc, ltc].flatMap((of) => [null, 0, 1].map((index) => of.address(index, 'bcrt')))
    expect(new Set(all).size).toBe(6)
    expect(btc.xpub).not.toBe(ltc.xpub)
  })

  it('lock an output by the hash in its address', () => {
    const script = Buffer.from(btc.script(0)).toString('hex')
    // Version 0, 20 bytes: those of the address above.
    expect(script).toBe('0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2')
  })

  it('are the same key under every prefix', () => {
    const words = (prefix: string) => ltc.address(3, prefix).slice(prefix.length + 1, -6)
    expect(words('ltc')).toBe(words('rltc'))
  })
})
