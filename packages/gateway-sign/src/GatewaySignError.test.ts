import { expect, it } from 'vitest'
import { GatewaySignError, isGatewaySignError } from './GatewaySignError.ts'

it('has code, cause and detail', () => {
  const cause = new Error('below')
  const error = new GatewaySignError('NO_BOUND_KEY', 'No key.', {
    cause,
    detail: { path: '/v1/a' },
  })
  expect(error).toMatchObject({
    name: 'GatewaySignError',
    code: 'NO_BOUND_KEY',
    message: 'No key.',
    cause,
    detail: { path: '/v1/a' },
  })
})

it('has an empty detail by default', () => {
  expect(new GatewaySignError('CONFIG_INVALID', 'x').detail).toEqual({})
})

it('is recognised by name across copies of the package', () => {
  const foreign = Object.assign(new Error('x'), { name: 'GatewaySignError', code: 'INVALID_PATH' })
  expect(isGatewaySignError(foreign)).toBe(true)
  expect(isGatewaySignError(foreign, 'INVALID_PATH')).toBe(true)
  expect(isGatewaySignError(foreign, 'NO_BOUND_KEY')).toBe(false)
})

it.each([
  null,
  undefined,
  'GatewaySignError',
  { name: 'GatewaySignError', code: 'INVALID_PATH' },
  new Error('x'),
])('is not %s', (value) => {
  expect(isGatewaySignError(value)).toBe(false)
})
