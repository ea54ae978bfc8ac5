import { expect, it } from 'vitest'
import { userIdOf } from './userIdOf.ts'

it.each([
  [{ userInfo: { userId: 'u1' } }, 'u1'],
  [{ accessTokenResVO: { userInfo: { userId: 'u2' } } }, 'u2'],
  [{ userInfo: { userId: 'u1' }, accessTokenResVO: { userInfo: { userId: 'u2' } } }, 'u1'],
  [{ userInfo: {}, accessTokenResVO: { userInfo: { userId: 'u2' } } }, 'u2'],
  [{ userInfo: { userId: 42 } }, '42'],
])('finds the user id in %j (spec 3.16)', (data, expected) => {
  expect(userIdOf(data)).toBe(expected)
})

it.each([
  undefined,
  null,
  'x',
  7,
  [],
  {},
  { userId: 'u1' },
  { userInfo: 'u1' },
  { userInfo: { userId: '' } },
  { userInfo: { userId: null } },
  { userInfo: { userId: 2 ** 53 } },
  { userInfo: { userId: {} } },
  { verifyToken: 't', methods: ['email'] },
  Object.create({ userInfo: { userId: 'u1' } }),
])('finds none in %j', (data) => {
  expect(userIdOf(data)).toBeUndefined()
})
