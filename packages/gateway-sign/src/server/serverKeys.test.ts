import { sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import type { KeyAlgorithm } from '../wire.ts'
import { keyIdOf, md5Hex, type ClientKey } from './clientKey.ts'
import {
  createKeyCache,
  importClientKey,
  importRsaPublicKey,
  verifySignature,
} from './serverKeys.ts'

const { publicKey, privateKeyPem } = keys.client1024
const allows = () => true

describe('key id (wire 1)', () => {
  it('is the MD5 of the key text in the worked example', () => {
    expect(keyIdOf('MIGf')).toBe('99ef6ce396728add2552a017211ce9bd')
  })

  it('is computed over UTF-8', () => {
    expect(md5Hex('é€')).toBe('d75285edbed0b771f00bbaefc623c709')
  })
})

describe('sizes of client keys (wire 8)', () => {
  it('are accepted only under their own algorithm name', () => {
    expect(importClientKey({ publicKey, algorithm: 'rsa1024' })).not.toBeNull()
    expect(importClientKey({ publicKey, algorithm: 'rsa2048' })).toBeNull()
    expect(
      importClientKey({ publicKey: keys.client2048.publicKey, algorithm: 'rsa2048' }),
    ).not.toBeNull()
  })
})

describe('canonical public keys (wire 3)', () => {
  const der = Buffer.from(publicKey, 'base64')
  const spki = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

  it.each([
    ['PEM', `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----`],
    ['line feeds', publicKey.replace(/.{64}/g, '$&\n')],
    ['no padding', keys.client2048.publicKey.replaceAll('=', '').slice(0, -1)],
    ['a byte after the end', spki(Buffer.concat([der, Buffer.alloc(1)]))],
    ['a byte too few', spki(der.subarray(0, -1))],
    ['an empty text', ''],
    ['noise', spki(Buffer.alloc(162, 7))],
    ['exponent 3', keys.serverExponent3.publicKey],
  ])('reject %s', (_, text) => {
    expect(importRsaPublicKey(text, allows)).toBeNull()
  })

  it('reject a non-minimal length', () => {
    // 30 81 9f -> 30 82 00 9f: BER, which OpenSSL reads and DER forbids.
    const padded = Buffer.concat([Buffer.from([0x30, 0x82, 0x00]), der.subarray(2)])
    expect(importRsaPublicKey(spki(padded), allows)).toBeNull()
  })

  it('check the size with the given predicate', () => {
    expect(importRsaPublicKey(publicKey, (bits) => bits >= 2048)).toBeNull()
  })
})

describe('signatures', () => {
  const key = importClientKey({ publicKey, algorithm: 'rsa1024' })!
  const signature = sign('sha256', Buffer.from('text'), privateKeyPem).toString('base64')

  it('verify over the exact text only', () => {
    expect(verifySignature(key, { text: 'text', signature })).toBe(true)
    expect(verifySignature(key, { text: 'texts', signature })).toBe(false)
  })

  it.each(['', '.', signature.replaceAll('=', ''), `${signature}\n`])(
    'are rejected when not base64: %j',
    (text) => {
      expect(verifySignature(key, { text: 'text', signature: text })).toBe(false)
    },
  )
})

describe('key cache', () => {
  it('parses a key once', () => {
    const keyOf = createKeyCache()
    const key = keyOf({ publicKey, algorithm: 'rsa1024' })
    expect(keyOf({ publicKey, algorithm: 'rsa1024' })).toBe(key)
  })

  it('separates algorithms and does not cache rejected keys', () => {
    const keyOf = createKeyCache()
    keyOf({ publicKey, algorithm: 'rsa1024' })
    expect(keyOf({ publicKey, algorithm: 'rsa2048' })).toBeNull()
  })

  it('evicts exactly one entry for each new one', () => {
    const [one, two, three] = [keys.client1024, keys.other1024, keys.client2048].map((key) => ({
      publicKey: key.publicKey,
      algorithm: key.algorithm as KeyAlgorithm,
    })) as [ClientKey, ClientKey, ClientKey]
    const keyOf = createKeyCache(2)
    const [first, second] = [keyOf(one), keyOf(two)]
    expect([keyOf(one), keyOf(two)]).toEqual([first, second])
    expect(keyOf(one)).toBe(first)
    expect(keyOf(two)).toBe(second)
    keyOf(three)
    expect(keyOf(two)).toBe(second)
    expect(keyOf(one)).not.toBe(first)
  })

  it('does not evict for an invalid key', () => {
    const keyOf = createKeyCache(1)
    const key = keyOf({ publicKey, algorithm: 'rsa1024' })
    expect(keyOf({ publicKey: 'none', algorithm: 'rsa1024' })).toBeNull()
    expect(keyOf({ publicKey, algorithm: 'rsa1024' })).toBe(key)
  })

  it('evicts the oldest entry beyond its capacity', () => {
    const keyOf = createKeyCache(1)
    const first = keyOf({ publicKey, algorithm: 'rsa1024' })
    keyOf({ publicKey: keys.other1024.publicKey, algorithm: 'rsa1024' })
    expect(keyOf({ publicKey, algorithm: 'rsa1024' })).not.toBe(first)
  })
})
