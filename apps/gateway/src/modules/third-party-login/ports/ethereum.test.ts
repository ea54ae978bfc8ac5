import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDemoWallet } from '../../demo-identity-provider/demoWallet.ts'
import {
  addressOf,
  checksumAddress,
  personalMessageHash,
  readAddress,
  recoverHashSigner,
  recoverSigner,
} from './ethereum.ts'
import { swapHash, swapTypedData } from '../../web3-swap/typedData.ts'
import { createWalletProvider } from '../walletProvider.ts'

const ORDER = secp256k1.Point.CURVE().n
const wallet = createDemoWallet({ bytes: (length) => new Uint8Array(length).fill(7) })
const key = (seed: number) => new Uint8Array(32).fill(seed)
const parts = (signature: string) => ({
  r: BigInt(`0x${signature.slice(2, 66)}`),
  s: BigInt(`0x${signature.slice(66, 130)}`),
  v: Number.parseInt(signature.slice(130), 16),
})
const hex = (value: bigint | number, digits: number) => value.toString(16).padStart(digits, '0')
const join = ({ r, s, v }: { r: bigint; s: bigint; v: number }) =>
  `0x${hex(r, 64)}${hex(s, 64)}${hex(v, 2)}`

describe('typed data (EIP-712)', () => {
  const intent = {
    sell: 'USDT',
    buy: 'ETH',
    amount: '1',
    minReceive: '2',
    deadline: 5,
    nonce: 'n',
    recipient: wallet.address('ann').toLowerCase(),
  }
  const chain = { chainId: 31_337 }

  it('names its signer, by name or by address', async () => {
    const json = JSON.stringify(swapTypedData(intent, chain))
    const hash = await swapHash(intent, chain)
    for (const account of ['ann', wallet.address('ann')]) {
      const signature = await wallet.signTypedData(account, json)
      expect(recoverHashSigner(hash, { signature })).toBe(intent.recipient)
    }
    const others = { signature: await wallet.signTypedData('ben', json) }
    expect(recoverHashSigner(hash, others)).not.toBe(intent.recipient)
  })

  it('is signed for one chain, amount and receiver only', async () => {
    const hash = async (changes: Partial<typeof intent>, of = chain) =>
      Buffer.from(await swapHash({ ...intent, ...changes }, of)).toString('hex')
    const hashes = await Promise.all([
      hash({}),
      hash({}, { chainId: 1 }),
      hash({ amount: '10' }),
      hash({ minReceive: '1' }),
      hash({ deadline: 6 }),
      hash({ nonce: 'm' }),
      hash({ recipient: wallet.address('ben').toLowerCase() }),
    ])
    expect(new Set(hashes).size).toBe(hashes.length)
    await expect(wallet.signTypedData('ann', '{}')).rejects.toThrow()
  })
})

describe('wallet addresses', () => {
  // The examples of EIP-55.
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s is its own checksum', (address) => {
    expect(checksumAddress(address)).toBe(address)
    expect(readAddress(address)).toBe(address.toLowerCase())
    expect(readAddress(address.toLowerCase())).toBe(address.toLowerCase())
  })
  it.each([
    '',
    '0x',
    '0x123',
    `0x${'g'.repeat(40)}`,
    `${'1'.repeat(40)}`,
    `0x${'1'.repeat(41)}`,
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    7,
    null,
    undefined,
    {},
  ])('%s is none', (value) => {
    expect(readAddress(value)).toBeUndefined()
  })
  it('follow from the public key: the key 1', () => {
    const one = new Uint8Array(32)
    one[31] = 1
    expect(checksumAddress(addressOf(secp256k1.getPublicKey(one, false)))).toBe(
      '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    )
  })
})

describe('wallet signatures (EIP-191) (spec 7.10)', () => {
  it('the text is prefixed with its length in bytes', () => {
    expect(Buffer.from(personalMessageHash('hello')).toString('hex')).toBe(
      '50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750',
    )
    expect(personalMessageHash('é')).not.toEqual(personalMessageHash('e'))
  })
  it('name their signer, whatever the text and the key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (message, account) => {
        expect(recoverSigner(message, { signature: wallet.sign(account, { message }) })).toBe(
          wallet.address(account).toLowerCase(),
        )
      }),
      { numRuns: 50 },
    )
  })
  it('recovers another address from another text', () => {
    const signature = wallet.sign('a', { message: 'one' })
    expect(recoverSigner('two', { signature })).not.toBe(wallet.address('a').toLowerCase())
  })
  it('accepts recovery ids from 0 or 27 only', () => {
    const signature = wallet.sign('a', { message: 'm' })
    const { v, ...rest } = parts(signature)
    expect(recoverSigner('m', { signature: join({ ...rest, v: v - 27 }) })).toBe(
      wallet.address('a').toLowerCase(),
    )
    for (const other of [2, 3, 26, 29, 37, 255])
      expect(recoverSigner('m', { signature: join({ ...rest, v: other }) })).toBeUndefined()
  })
  it('refuses the malleable high form', () => {
    const { r, s, v } = parts(wallet.sign('a', { message: 'm' }))
    expect(
      recoverSigner('m', { signature: join({ r, s: ORDER - s, v: v === 27 ? 28 : 27 }) }),
    ).toBeUndefined()
  })
  it.each([
    '',
    '0x',
    '0x00',
    `0x${'0'.repeat(130)}`,
    `0x${'f'.repeat(130)}`,
    `0x${'z'.repeat(130)}`,
    `0x${'1'.repeat(132)}`,
    7,
    null,
    undefined,
  ])('%s is none', (signature) => {
    expect(recoverSigner('m', { signature })).toBeUndefined()
  })
})

describe('log-in by wallet (spec 7.10)', () => {
  const clock = createManualClock(1_790_000_000_000)
  const provider = createWalletProvider({ clock, lifetimeMs: 300_000 })
  const party = { origin: 'https://trade.example:8443', id: 'trade.example' }
  const address = addressOf(secp256k1.getPublicKey(key(9), false))

  it('builds an EIP-4361 message with site, wallet, nonce and expiry', () => {
    const { shown, wallet: kept } = provider.begin({
      nonce: 'abcdef0123456789',
      loginName: address,
      party,
    })
    expect(kept).toEqual({ address, message: (shown as { message: string }).message })
    expect(kept?.message.split('\n')).toEqual([
      'trade.example:8443 wants you to sign in with your Ethereum account:',
      checksumAddress(address),
      '',
      'Log in. This costs nothing and moves nothing.',
      '',
      'URI: https://trade.example:8443',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: abcdef0123456789',
      'Issued At: 2026-09-21T14:13:20.000Z',
      'Expiration Time: 2026-09-21T14:18:20.000Z',
    ])
  })
  it('offers nothing to sign without a configured site', () => {
    expect(() => provider.begin({ nonce: 'n', loginName: address, party: undefined })).toThrow(
      expect.objectContaining({ code: '00006' }),
    )
  })
  it('a sign-in that was begun for no wallet is refused', async () => {
    await expect(
      provider.prove({
        token: undefined,
        signature: wallet.sign('a', { message: '' }),
        challenge: { provider: 'wallet', nonce: 'n', wallet: null },
      }),
    ).rejects.toMatchObject({ code: '40102' })
  })
})
