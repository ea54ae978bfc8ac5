import { expect, it, vi } from 'vitest'
import type { OutgoingRequest } from '../engine/Engine.ts'
import { GatewaySignError } from '../GatewaySignError.ts'
import { type EncryptLoginOptions, encryptLoginRequest } from './encryptLoginRequest.ts'

const SEALED = { name: 'n', bodyCiphertext: 'c' }

function stage({
  encrypt = async () => SEALED,
}: { readonly encrypt?: EncryptLoginOptions['encrypt'] } = {}) {
  const asked = vi.fn<EncryptLoginOptions['encrypt']>(encrypt)
  const left: unknown[] = []
  const seal = (request: Partial<OutgoingRequest>) =>
    encryptLoginRequest({ path: '/v1/user/login', ...request } as OutgoingRequest, {
      names: ['pwd'],
      encrypt: asked,
      applyFailurePolicy: (cause) => (left.push(cause), 'left'),
    })
  return { seal, asked, left }
}
const unsealable = (message: string) =>
  expect.objectContaining({
    code: 'UNENCRYPTABLE_FIELDS',
    message,
    detail: { path: '/v1/user/login' },
  }) as unknown

it('encrypts an object, and keeps a form a form (spec 5.4)', async () => {
  const { seal, asked } = stage()
  const body = { name: 'n', pwd: 'p' }
  expect(await seal({ body })).toBe(SEALED)
  expect(asked.mock.calls).toEqual([[body]])
  expect(String(await seal({ body: new URLSearchParams('name=n&pwd=p') }))).toBe(
    'name=n&bodyCiphertext=c',
  )
})

it('leaves a body without sensitive fields unchanged', async () => {
  const { seal } = stage({ encrypt: async (fields) => fields })
  const form = new URLSearchParams('name=n')
  const literal = { name: 'n' }
  expect(await seal({ body: literal })).toBe(literal)
  expect(await seal({ body: form })).toBe(form)
})

it('skips a request without body unless its query is sensitive (wire 4)', async () => {
  const { seal, asked, left } = stage()
  expect(await seal({ body: undefined })).toBeUndefined()
  expect(await seal({ body: undefined, query: { page: '1' } })).toBeUndefined()
  expect([asked.mock.calls, left]).toEqual([[], []])
  expect(await seal({ body: undefined, query: { pwd: 'p' } })).toBe('left')
  expect(await seal({ body: { name: 'n' }, query: { pwd: 'p' } })).toBe('left')
  const message = 'Sensitive fields stand in the query, where nothing is encrypted.'
  expect(left).toEqual([unsealable(message), unsealable(message)])
  expect(asked).not.toHaveBeenCalled()
})

it('treats a body without readable fields as unencryptable (wire 4)', async () => {
  const { seal, asked, left } = stage()
  expect(await seal({ body: '{"pwd":"p"}' })).toBe('left')
  expect(left).toEqual([
    unsealable('Only an object or a form without files has fields that can be encrypted.'),
  ])
  expect(left[0]).toBeInstanceOf(GatewaySignError)
  expect(asked).not.toHaveBeenCalled()
})

it('applies the policy after a failed encryption only to sensitive bodies (wire 4)', async () => {
  const cause = new GatewaySignError('NO_BOUND_KEY', 'no key')
  const { seal, left } = stage({ encrypt: () => Promise.reject(cause) })
  const open = { name: 'n' }
  expect(await seal({ body: open })).toBe(open)
  expect(left).toEqual([])
  expect(await seal({ body: { pwd: 'p' } })).toBe('left')
  expect(left).toEqual([cause])
})

it('rejects an invalid stamp without applying the policy', async () => {
  const { seal, left } = stage({
    encrypt: () => Promise.reject(new GatewaySignError('INVALID_STAMP', 'tm')),
  })
  await expect(seal({ body: { pwd: 'p' } })).rejects.toMatchObject({ code: 'INVALID_STAMP' })
  expect(left).toEqual([])
})
