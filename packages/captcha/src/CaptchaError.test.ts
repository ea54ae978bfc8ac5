import { describe, expect, it } from 'vitest'
import { CaptchaError, isCaptchaError } from './CaptchaError.ts'

describe('CaptchaError', () => {
  it('has a message per code and keeps cause and detail', () => {
    const cause = new Error('x')
    expect(new CaptchaError('script-load', { cause, detail: { code: '1' } })).toMatchObject({
      name: 'CaptchaError',
      code: 'script-load',
      message: 'The captcha script could not be loaded.',
      cause,
      detail: { code: '1' },
    })
    expect(new CaptchaError('aborted').cause).toBeUndefined()
  })

  it('is recognised by name and code across copies of the package', () => {
    const foreign = Object.assign(new Error('x'), { name: 'CaptchaError', code: 'aborted' })
    expect(isCaptchaError(foreign)).toBe(true)
    expect(isCaptchaError(foreign, 'aborted')).toBe(true)
    expect(isCaptchaError(foreign, 'queue-full')).toBe(false)
    expect(isCaptchaError(new Error('x'))).toBe(false)
    expect(isCaptchaError(null)).toBe(false)
  })
})
