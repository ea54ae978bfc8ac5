import { describe, expect, it } from 'vitest'
import { isLocaleError, LocaleError } from './LocaleError.ts'

describe('LocaleError', () => {
  it('carries code, detail and cause, and a sentence for each code', () => {
    const cause = new Error('offline')
    const error = new LocaleError('messages-unavailable', { detail: 'de', cause })
    expect(error).toMatchObject({
      name: 'LocaleError',
      code: 'messages-unavailable',
      detail: 'de',
      cause,
      message: 'The messages of the language could not be loaded',
    })
    expect(new LocaleError('bad-preference')).toMatchObject({
      code: 'bad-preference',
      message: 'The preference cannot have this value',
    })
    expect(new LocaleError('no-provider').message).toBe('The hook stands outside of its provider')
  })

  it('recognises an error of another copy of the package', () => {
    const copy = Object.assign(new Error('x'), { name: 'LocaleError', code: 'bad-preference' })
    expect([
      isLocaleError(copy),
      isLocaleError(copy, 'bad-preference'),
      isLocaleError(copy, 'no-provider'),
      isLocaleError(new Error('x')),
      isLocaleError('LocaleError'),
    ]).toEqual([true, true, false, false, false])
  })
})
