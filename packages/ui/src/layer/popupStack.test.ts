import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPopupStack, FIRST_LAYER } from './popupStack.ts'

describe('createPopupStack', () => {
  it('assigns 2000 and counts up (U1.1)', () => {
    const stack = createPopupStack()
    expect([stack.claim(), stack.claim(), stack.claim()].map((layer) => layer.zIndex)).toEqual([
      2000, 2001, 2002,
    ])
    expect(FIRST_LAYER).toBe(2000)
  })

  it('does not reuse a z-index while any popup is open (U1.2)', () => {
    const stack = createPopupStack()
    stack.claim()
    const b = stack.claim()
    stack.claim()
    b.release()
    expect(stack.claim().zIndex).toBe(2003)
  })

  it('starts again when all are closed (U1.3)', () => {
    const stack = createPopupStack()
    const layers = [stack.claim(), stack.claim()]
    for (const layer of layers) layer.release()
    expect(stack.size()).toBe(0)
    expect(stack.claim().zIndex).toBe(2000)
  })

  it('returns only the highest open popup as top (U1.4)', () => {
    const stack = createPopupStack()
    const a = stack.claim()
    const b = stack.claim()
    expect([a.isTop(), b.isTop()]).toEqual([false, true])
    b.release()
    expect([a.isTop(), b.isTop()]).toEqual([true, false])
  })

  it('releases idempotently', () => {
    const stack = createPopupStack()
    const a = stack.claim()
    a.release()
    const b = stack.claim()
    a.release()
    expect(stack.size()).toBe(1)
    expect(b.isTop()).toBe(true)
  })

  it('keeps a later popup above earlier ones for any sequence (U1.5)', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 60 }), (script) => {
        const stack = createPopupStack()
        const open: ReturnType<typeof stack.claim>[] = []
        for (const step of script) {
          if (step < 6 || open.length === 0) open.push(stack.claim())
          else open.splice(step % open.length, 1)[0]?.release()
          const numbers = open.map((layer) => layer.zIndex)
          expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y))
          expect(open.filter((layer) => layer.isTop())).toEqual(open.slice(-1))
        }
      }),
    )
  })
})
