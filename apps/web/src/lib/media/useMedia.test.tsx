import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PHONE, TABLET, useMedia } from './useMedia.ts'

/** Screens as wide as a test says; each query has a list of its own, as in a browser. */
function screen(first: number) {
  let width = first
  const lists: EventTarget[] = []
  const listening = new Set<unknown>()
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const most = Number(/width < (\d+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY)
    const list = new EventTarget()
    const [add, remove] = [list.addEventListener.bind(list), list.removeEventListener.bind(list)]
    list.addEventListener = (type: string, listener: EventListener | null) => {
      listening.add(listener)
      add(type, listener)
    }
    list.removeEventListener = (type: string, listener: EventListener | null) => {
      listening.delete(listener)
      remove(type, listener)
    }
    Object.defineProperty(list, 'matches', { get: () => width < most })
    lists.push(list)
    return list as MediaQueryList
  })
  return {
    resize: (next: number) =>
      act(async () => {
        width = next
        for (const list of lists) list.dispatchEvent(new Event('change'))
      }),
    listening: () => listening.size,
    asked: () => lists.length,
  }
}

let tab: ReturnType<typeof screen>
beforeEach(() => (tab = screen(800)))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('whether a screen fits a query', () => {
  it.each([
    [PHONE, 767, true],
    [PHONE, 768, false],
    [TABLET, 1_023, true],
    [TABLET, 1_024, false],
  ])('is known at once: %s at %i px', async (query, width, fits) => {
    await tab.resize(width)
    expect(renderHook(() => useMedia(query)).result.current).toBe(fits)
  })

  it('follows the screen', async () => {
    const { result } = renderHook(() => useMedia(PHONE))
    expect(result.current).toBe(false)
    await tab.resize(390)
    expect(result.current).toBe(true)
    await tab.resize(1_280)
    expect(result.current).toBe(false)
  })

  it('follows another query once that is asked', async () => {
    await tab.resize(900)
    const { result, rerender } = renderHook((query: string) => useMedia(query), {
      initialProps: PHONE,
    })
    expect(result.current).toBe(false)
    rerender(TABLET)
    expect(result.current).toBe(true)
    expect(tab.listening()).toBe(1)
  })

  it('asks the browser once, however often it is rendered', () => {
    const { rerender } = renderHook(() => useMedia(PHONE))
    for (let count = 0; count < 5; count++) rerender()
    expect(tab.asked()).toBe(1)
  })

  it('leaves nothing behind', () => {
    const { unmount } = renderHook(() => useMedia(PHONE))
    expect(tab.listening()).toBe(1)
    unmount()
    expect(tab.listening()).toBe(0)
  })
})
