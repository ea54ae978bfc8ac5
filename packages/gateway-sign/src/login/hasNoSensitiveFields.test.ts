import { describe, expect, it } from 'vitest'
import { hasNoSensitiveFields } from './hasNoSensitiveFields.ts'

const names = ['pwd', 'token']

describe('a request without sensitive fields', () => {
  it.each([
    ['no body', { body: undefined }],
    ['a body without the names', { body: { state: 's' } }],
    ['a name without a value', { body: { pwd: null, token: undefined } }],
    ['a query without the names', { body: {}, query: { languageType: 0 } }],
  ])('is recognised by %s (wire 4)', (_, request) => {
    expect(hasNoSensitiveFields(request, names)).toBe(true)
  })

  it.each([
    ['a name in the body', { body: { pwd: 'p' } }],
    ['a name with an empty text', { body: { pwd: '' } }],
    ['a name in the query', { body: {}, query: { token: 't' } }],
    [
      'a name in the query that the body leaves out',
      { body: { token: null }, query: { token: 't' } },
    ],
    ['a literal that writes itself', { body: { toJSON: () => ({ pwd: 'p' }) } }],
    ['an instance', { body: new (class Login {})() }],
    ['a form', { body: new URLSearchParams() }],
    ['text', { body: 'pwd=p' }],
    ['a list', { body: [] }],
    ['null', { body: null }],
  ])('is not assumed for %s (wire 4)', (_, request) => {
    expect(hasNoSensitiveFields(request, names)).toBe(false)
  })
})
