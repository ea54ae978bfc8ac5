import { expect, it, vi } from 'vitest'
import type { OutgoingRequest } from '../requests.ts'
import { GatewaySignError } from '../GatewaySignError.ts'
import { type EncryptLoginOptions, encryptLoginRequest } from './encryptLoginRequest.ts'

const ENCRYPTED = { name: 'n', bodyCiphertext: 'c' }

function setUp({
  encryptFields = async () => ENCRYPTED,
}: { readonly encryptFields?: EncryptLoginOptions['encrypt'] } = {}) {
  const encrypt = vi.fn<EncryptLoginOptions['encrypt']>(encryptFields)
  const causes: unknown[] = []
  const send = (request: Partial<OutgoingRequest>) =>
    encryptLoginRequest({ path: '/v1/user/login', ...request } as OutgoingRequest, {
      names: ['pwd'],
      encrypt,
      applyFailurePolicy: (cause) => (causes.push(cause), 'policy'),
    })
  return { send, encrypt, causes }
}
const unencryptable = (message: string) =>
  expect.objectContaining({
    code: 'UNENCRYPTABLE_FIELDS',
    message,
    detail: { path: '/v1/user/login' },
  }) as unknown

it('encrypts an object, and keeps a form a form (spec 5.4)', async () => {
  const { send, encrypt } = setUp()
  const body = { name: 'n', pwd: 'p' }
  expect(await send({ body })).toBe(ENCRYPTED)
  expect(encrypt.mock.calls).toEqual([[body]])
  expect(String(await send({ body: new URLSearchParams('name=n&pwd=p') }))).toBe(
    'name=n&bodyCiphertext=c',
  )
})

it('leaves a body without sensitive fields unchanged', async () => {
  const { send } = setUp({ encryptFields: async (fields) => fields })
  const form = new URLSearchParams('name=n')
  const literal = { name: 'n' }
  expect(await send({ body: literal })).toBe(literal)
  expect(await send({ body: form })).toBe(form)
})

it('skips a request without body unless its query is sensitive (wire 4)', async () => {
  const { send, encrypt, causes } = setUp()
  expect(await send({ body: undefined })).toBeUndefined()
  expect(await send({ body: undefined, query: { page: '1' } })).toBeUndefined()
  expect([encrypt.mock.calls, causes]).toEqual([[], []])
  expect(await send({ body: undefined, query: { pwd: 'p' } })).toBe('policy')
  expect(await send({ body: { name: 'n' }, query: { pwd: 'p' } })).toBe('policy')
  const message = 'The query contains sensitive fields and cannot be encrypted.'
  expect(causes).toEqual([unencryptable(message), unencryptable(message)])
  expect(encrypt).not.toHaveBeenCalled()
})

it('treats a body without readable fields as unencryptable (wire 4)', async () => {
  const { send, encrypt, causes } = setUp()
  expect(await send({ body: '{"pwd":"p"}' })).toBe('policy')
  expect(causes).toEqual([
    unencryptable('Only an object or a form without files has fields that can be encrypted.'),
  ])
  expect(causes[0]).toBeInstanceOf(GatewaySignError)
  expect(encrypt).not.toHaveBeenCalled()
})

it('applies the policy after a failed encryption only to sensitive bodies (wire 4)', async () => {
  const cause = new GatewaySignError('NO_BOUND_KEY', 'no key')
  const { send, causes } = setUp({ encryptFields: () => Promise.reject(cause) })
  const open = { name: 'n' }
  expect(await send({ body: open })).toBe(open)
  expect(causes).toEqual([])
  expect(await send({ body: { pwd: 'p' } })).toBe('policy')
  expect(causes).toEqual([cause])
})

it('rejects an invalid stamp without applying the policy', async () => {
  const { send, causes } = setUp({
    encryptFields: () => Promise.reject(new GatewaySignError('INVALID_STAMP', 'tm')),
  })
  await expect(send({ body: { pwd: 'p' } })).rejects.toMatchObject({ code: 'INVALID_STAMP' })
  expect(causes).toEqual([])
})
