import { constants, createPrivateKey, privateDecrypt, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { GatewaySignError } from '../GatewaySignError.ts'
import { createDecryptor } from './createDecryptor.ts'
import { assertImplicitRejection } from './implicitRejection.ts'

const privateKey = createPrivateKey(keys.server.privateKeyPem)
const refusal = (decrypt: (wrapped: Buffer) => Buffer): unknown => {
  try {
    assertImplicitRejection(privateKey, decrypt)
  } catch (error) {
    return error
  }
}

it('accepts a runtime with constant output for wrong padding (wire 7)', () => {
  expect(refusal(() => Buffer.from('noise'))).toBeUndefined()
  expect(() =>
    createDecryptor({ privateKeyPem: keys.server.privateKeyPem }).selfTest(),
  ).not.toThrow()
})

it('tests with a full-length block of block type 1 (wire 7)', () => {
  const asked: Buffer[] = []
  assertImplicitRejection(privateKey, (wrapped) => (asked.push(wrapped), Buffer.alloc(3)))
  const blocks = asked.map((wrapped) =>
    privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, wrapped),
  )
  expect(blocks.map((block) => [block.length, block.subarray(0, 3).toString('hex')])).toEqual([
    [256, '0001a5'],
    [256, '0001a5'],
  ])
})

it('throws for a runtime that reports wrong padding, with cause (PROTOCOL T13)', () => {
  const cause = new Error('padding')
  const error = refusal(() => {
    throw cause
  })
  expect(error).toBeInstanceOf(GatewaySignError)
  expect(error).toMatchObject({
    code: 'NO_IMPLICIT_REJECTION',
    cause,
    message: expect.stringContaining('Use Node 22.22.2 or later') as string,
  })
})

it('throws for a runtime with varying output (PROTOCOL T13)', () => {
  expect(refusal(() => randomBytes(32))).toMatchObject({
    code: 'NO_IMPLICIT_REJECTION',
    message: expect.stringContaining('differently each time') as string,
  })
})
