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
      leaveInClear: (cause) => (left.push(cause), 'left'),
    })
  return { seal, asked, left }
}
const unsealable = (message: string) =>
  expect.objectContaining({
    code: 'UNENCRYPTABLE_FIELDS',
    message,
    detail: { path: '/v1/user/login' },
  }) as unknown

it('sends an object sealed, and a form as a form (spec 5.4)', async () => {
  const { seal, asked } = stage()
  const body = { name: 'n', pwd: 'p' }
  expect(await seal({ body })).toBe(SEALED)
  expect(asked.mock.calls).toEqual([[body]])
  expect(String(await seal({ body: new URLSearchParams('name=n&pwd=p') }))).toBe(
    'name=n&bodyCiphertext=c',
  )
})

it('sends a body that has nothing to seal as it came', async () => {
  const { seal } = stage({ encrypt: async (fields) => fields })
  const form = new URLSearchParams('name=n')
  const literal = { name: 'n' }
  expect(await seal({ body: literal })).toBe(literal)
  expect(await seal({ body: form })).toBe(form)
})

it('asks nothing of a request without a body, unless a secret stands in its query', async () => {
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

it('leaves what has no fields', async () => {
  const { seal, asked, left } = stage()
  expect(await seal({ body: '{"pwd":"p"}' })).toBe('left')
  expect(left).toEqual([
    unsealable('Only an object or a form without files has fields that can be encrypted.'),
  ])
  expect(left[0]).toBeInstanceOf(GatewaySignError)
  expect(asked).not.toHaveBeenCalled()
})

it('a failed encryption leaves what holds a secret, and lets go what holds none', async () => {
  const cause = new GatewaySignError('NO_BOUND_KEY', 'no key')
  const { seal, left } = stage({ encrypt: () => Promise.reject(cause) })
  const open = { name: 'n' }
  expect(await seal({ body: open })).toBe(open)
  expect(left).toEqual([])
  expect(await seal({ body: { pwd: 'p' } })).toBe('left')
  expect(left).toEqual([cause])
})

it('a stamp that cannot be signed is no failure of encryption', async () => {
  const { seal, left } = stage({
    encrypt: () => Promise.reject(new GatewaySignError('INVALID_STAMP', 'tm')),
  })
  await expect(seal({ body: { pwd: 'p' } })).rejects.toMatchObject({ code: 'INVALID_STAMP' })
  expect(left).toEqual([])
})
