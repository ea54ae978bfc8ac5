import { describe, expect, it, vi } from 'vitest'
import { createCleaner } from './createCleaner.ts'
import type { Engine } from './engine.ts'
import { extendPolicy } from './policy.ts'
import { options } from './test-rules.ts'
import { createUrlRules } from './urls.ts'

function setUp() {
  const onRefused = vi.fn()
  return {
    onRefused,
    clean: createCleaner({ policy: extendPolicy({}), urls: createUrlRules(options), onRefused }),
  }
}

describe('the way of HTML to an engine', () => {
  it('is pruned before the engine sees it (S6)', () => {
    const engine = vi.fn<Engine>((html) => html)
    expect(setUp().clean('<P onclick=x>a<script>b</script><foo>c', engine)).toBe('<p>ac</p>')
    expect(engine.mock.calls[0]?.[0]).toBe('<p>ac</p>')
  })

  it('returns nothing and reports no content if the engine fails (S6)', () => {
    const { clean, onRefused } = setUp()
    expect(
      clean('<b>x</b>', () => {
        throw new Error('broken')
      }),
    ).toBe('')
    expect(onRefused.mock.calls).toEqual([[{ reason: 'engine', bytes: 8 }]])
  })

  it('does not trouble an engine with nothing, or with too much (S6)', () => {
    const engine = vi.fn<Engine>((html) => html)
    const { clean, onRefused } = setUp()
    expect([clean('', engine), clean(null, engine), clean('x'.repeat(600_000), engine)]).toEqual([
      '',
      '',
      '',
    ])
    expect(engine).not.toHaveBeenCalled()
    expect(onRefused.mock.calls).toEqual([[{ reason: 'too-large', bytes: 600_000 }]])
  })
})

describe('what an element keeps', () => {
  const rulesOf = () => {
    let rules: Parameters<Engine>[1] | undefined
    setUp().clean('<b>x', (html, given) => ((rules = given), html))
    return rules
  }

  it('are the attributes of its own and the global ones (S1)', () => {
    expect(
      rulesOf()?.keep('a', [
        ['href', '/x'],
        ['src', '/x'],
        ['title', 't'],
      ]),
    ).toEqual(
      new Map([
        ['href', '/x'],
        ['title', 't'],
      ]),
    )
    expect(
      rulesOf()?.keep('img', [
        ['href', '/x'],
        ['src', '/x'],
        ['alt', ''],
      ]),
    ).toEqual(
      new Map([
        ['src', '/x'],
        ['alt', ''],
      ]),
    )
  })

  it('is nothing for an element that may not stay (S2)', () => {
    for (const tag of ['script', 'svg', '__proto__', 'constructor', 'toString'])
      expect(rulesOf()?.keep(tag, [['href', '/x']])).toBeNull()
  })
})
