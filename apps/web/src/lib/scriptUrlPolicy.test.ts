import { afterEach, describe, expect, it, vi } from 'vitest'
import { scriptUrlPolicy } from './scriptUrlPolicy.ts'

afterEach(() => vi.unstubAllGlobals())

const ALLOWED = '/static/captcha/gt4.js'

/** Trusted Types as a browser has them: a policy vouches for what its rule lets through. */
function enforce() {
  const names: string[] = []
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }) {
      names.push(name)
      return {
        createScriptURL: (url: string) => {
          const vouched = rules.createScriptURL(url)
          return { toString: () => vouched }
        },
      }
    },
  })
  return names
}

describe('the address of a script', () => {
  it('is vouched for under the name of the policy', () => {
    const names = enforce()
    expect(scriptUrlPolicy('x-captcha', ALLOWED)?.(ALLOWED).toString()).toBe(ALLOWED)
    expect(names).toEqual(['x-captcha'])
  })

  it.each([
    'https://evil.example/gt4.js',
    '//evil.example/static/captcha/gt4.js',
    '/static/captcha/gt4.js?x',
    '/static/captcha/GT4.js',
    ' /static/captcha/gt4.js',
    '/static/captcha/../captcha/gt4.js',
    'javascript:alert(1)',
    '',
  ])('is refused as %j', (src) => {
    enforce()
    const policy = scriptUrlPolicy('x-captcha', ALLOWED)
    expect(() => policy?.(src)).toThrow(TypeError)
  })

  it('needs no policy where the browser has none', () => {
    expect(scriptUrlPolicy('x-device', ALLOWED)).toBeUndefined()
  })
})
