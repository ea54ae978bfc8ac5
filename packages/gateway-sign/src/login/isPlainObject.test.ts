import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { isPlainObject } from './isPlainObject.ts'

class Account {
  name = 'a'
}

it.each<[string, unknown]>([
  ['a literal', { a: 1 }],
  ['one without a prototype', Object.create(null)],
  ['one of another realm', runInNewContext('({ a: 1 })')],
])('accepts %s', (_what, value) => {
  expect(isPlainObject(value)).toBe(true)
})

it.each<[string, unknown]>([
  ['nothing', null],
  ['what is not there', undefined],
  ['a text', 'a'],
  ['a function', () => {}],
  ['a list', [1]],
  ['an instance', new Account()],
  ['a date', new Date(0)],
  ['a form', new FormData()],
  ['bytes', new Uint8Array(1)],
  ['what inherits from a literal', Object.create({ a: 1 })],
])('rejects %s', (_what, value) => {
  expect(isPlainObject(value)).toBe(false)
})
