import * as nodeCrypto from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { loginRefusals as refusals, logins } from '../testing/vectors.ts'
import { createDecryptor } from './createDecryptor.ts'

vi.mock('node:crypto', { spy: true })

const decryptor = createDecryptor({ privateKeyPem: keys.server.privateKeyPem })
const [withKey] = logins

describe('implicit rejection (wire 7)', () => {
  it('is present in this runtime', () => {
    expect(() => decryptor.selfTest()).not.toThrow()
  })

  it('is missing when wrong padding is an error (PROTOCOL T13)', () => {
    vi.mocked(nodeCrypto.privateDecrypt).mockImplementationOnce(() => {
      throw new Error('padding')
    })
    expect(() => decryptor.selfTest()).toThrow(
      expect.objectContaining({ code: 'NO_IMPLICIT_REJECTION' }) as Error,
    )
  })

  it('is missing when wrong padding gives varying output (PROTOCOL T13)', () => {
    vi.mocked(nodeCrypto.privateDecrypt).mockImplementationOnce(() => Buffer.from('noise'))
    expect(() => decryptor.selfTest()).toThrow(
      expect.objectContaining({ code: 'NO_IMPLICIT_REJECTION' }) as Error,
    )
  })

  it('uses the private key exactly once per body (PROTOCOL T12)', () => {
    const spy = vi.mocked(nodeCrypto.privateDecrypt)
    const wrongPadding = refusals.find(({ name }) => name === 'block type 1')
    const { path, tm, traceId, bodyCiphertext } = withKey!
    for (const request of [
      { path, tm, traceId, body: { bodyCiphertext } },
      wrongPadding!.request,
    ]) {
      spy.mockClear()
      decryptor.decrypt(request)
      expect(spy).toHaveBeenCalledOnce()
      expect(spy.mock.calls[0]?.[0]).toMatchObject({
        padding: nodeCrypto.constants.RSA_PKCS1_PADDING,
      })
    }
  })

  it('continues with a random key when the wrapped key length differs', () => {
    const spy = vi.mocked(nodeCrypto.createDecipheriv)
    const cases = ['a key of 16 bytes', 'block type 1', 'a wrapped key above the modulus'].map(
      (name) => refusals.find((refusal) => refusal.name === name)!,
    )
    const used = cases.map(({ request }) => {
      spy.mockClear()
      decryptor.decrypt(request)
      return Buffer.from(spy.mock.calls[0]![1] as Uint8Array).toString('hex')
    })
    expect(used.map((key) => key.length)).toEqual([64, 64, 64])
    expect(new Set(used).size).toBe(3)
  })
})
