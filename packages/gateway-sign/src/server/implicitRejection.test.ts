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

it('is content with a runtime whose noise for wrong padding is the same each time (wire 7)', () => {
  expect(refusal(() => Buffer.from('noise'))).toBeUndefined()
  expect(() =>
    createDecryptor({ privateKeyPem: keys.server.privateKeyPem }).selfTest(),
  ).not.toThrow()
})

it('asks with a block as long as the key whose padding is wrong: its header is of block type 1 (wire 7)', () => {
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

it('refuses a runtime that reports wrong padding, and keeps its report as the cause (PROTOCOL T13)', () => {
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

it('refuses a runtime that answers with other noise each time (PROTOCOL T13)', () => {
  expect(refusal(() => randomBytes(32))).toMatchObject({
    code: 'NO_IMPLICIT_REJECTION',
    message: expect.stringContaining('differently each time') as string,
  })
})
