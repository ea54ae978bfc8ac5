import { describe, expect, it, vi } from 'vitest'
import { createSanitizer, type HtmlPolicy } from './browser.ts'

const options = { ownOrigin: 'https://trade.example', origins: [] }
const dirty = '<p onclick="x">a<script>alert(1)</script></p>'

/** A browser's policy: what it vouches for is an object of its own. */
function createPolicies() {
  const made: HtmlPolicy<{ readonly vouched: string }>[] = []
  const createPolicy = (rules: HtmlPolicy<string>) => {
    const policy = { createHTML: (html: string) => ({ vouched: rules.createHTML(String(html)) }) }
    made.push(policy)
    return policy
  }
  return { made, createPolicy }
}

describe('the Trusted Types policy of a page', () => {
  it('is created once and sanitises its input itself (S6)', async () => {
    const { made, createPolicy } = createPolicies()
    const sanitizer = createSanitizer({ ...options, createPolicy })
    expect(await sanitizer.html(dirty)).toEqual({ vouched: '<p>a</p>' })
    expect(await sanitizer.html(dirty)).toEqual({ vouched: '<p>a</p>' })
    expect(made.map((policy) => policy.createHTML(dirty))).toEqual([{ vouched: '<p>a</p>' }])
  })

  it('lets nothing pass before the engine is there, and says so (S6)', () => {
    const { made, createPolicy } = createPolicies()
    const onRefused = vi.fn()
    createSanitizer({ ...options, onRefused, createPolicy })
    expect(made.map((policy) => policy.createHTML('<b>a</b>'))).toEqual([{ vouched: '' }])
    expect(onRefused.mock.calls).toEqual([[{ reason: 'engine', bytes: 0 }]])
  })

  it.each([null, undefined, 7, {}])(
    'turns %j, which is no text, into nothing (S6)',
    async (html) => {
      const { createPolicy } = createPolicies()
      expect(await createSanitizer({ ...options, createPolicy }).html(html)).toEqual({
        vouched: '',
      })
    },
  )

  it('returns clean text without Trusted Types (S6)', async () => {
    expect(await createSanitizer(options).html(dirty)).toBe('<p>a</p>')
  })
})
