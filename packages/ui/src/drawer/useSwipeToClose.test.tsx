import { cleanup, createEvent, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWidget } from '../testing/support/renderWidget.tsx'
import type { DrawerEdge } from './drawerEdge.ts'
import { useSwipeToClose } from './useSwipeToClose.ts'

interface SheetProps {
  readonly edge: DrawerEdge
  readonly onSwipe: () => void
  readonly onExpand?: (() => void) | undefined
}

function Sheet({ edge, onSwipe, onExpand }: SheetProps) {
  const swipe = useSwipeToClose({ edge, onSwipe, onExpand })
  return (
    <div data-edge={edge}>
      <div id="drawer">
        <div {...swipe} id="content">
          <header data-swipes="">Title</header>
          <p>Text</p>
          <input aria-label="Amount" />
        </div>
      </div>
    </div>
  )
}

interface Options {
  readonly edge?: DrawerEdge
  readonly direction?: 'ltr' | 'rtl'
  readonly expands?: boolean
}

function show({ edge = 'bottom', direction = 'ltr', expands = false }: Options = {}) {
  const [onSwipe, onExpand] = [vi.fn(), vi.fn()]
  renderWidget(<Sheet edge={edge} onSwipe={onSwipe} onExpand={expands ? onExpand : undefined} />, {
    direction,
  })
  return { onSwipe, onExpand }
}

const element = (selector: string): HTMLElement => {
  const found = document.querySelector(selector)
  if (!(found instanceof HTMLElement)) throw new Error(`Nothing is ${selector}`)
  return found
}

interface Touch {
  readonly x?: number
  readonly y?: number
  /** Milliseconds. */
  readonly at: number
  readonly pointerId?: number
  readonly pointerType?: string
  readonly isPrimary?: boolean
  readonly on?: string
}

/** A pointer event of a finger, at a time that the test sets. */
function touch(
  kind: 'pointerDown' | 'pointerMove' | 'pointerUp' | 'pointerCancel',
  {
    x = 0,
    y = 0,
    at,
    pointerId = 1,
    pointerType = 'touch',
    isPrimary = true,
    on = 'header',
  }: Touch,
) {
  const target = element(on)
  const event = createEvent[kind](target, {
    clientX: x,
    clientY: y,
    pointerId,
    pointerType,
    isPrimary,
  })
  Object.defineProperty(event, 'timeStamp', { value: at })
  fireEvent(target, event)
}

/** Swipes from 0, 0 in steps of 100 ms, slower than any flick, and releases. */
function swipe(...points: readonly (readonly [number, number])[]) {
  touch('pointerDown', { at: 0 })
  points.forEach(([x, y], index) => touch('pointerMove', { x, y, at: (index + 1) * 1000 }))
  const [x = 0, y = 0] = points.at(-1) ?? []
  touch('pointerUp', { x, y, at: points.length * 1000 + 500 })
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(240)
  Element.prototype.setPointerCapture = () => undefined
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('slow swipe of a sheet', () => {
  it.each([
    [99, 0],
    [100, 1],
    [300, 1],
    [-200, 0],
  ])('closes over %i of 300 pixels %i times', (y, times) => {
    const { onSwipe } = show()
    swipe([0, y])
    expect(onSwipe).toHaveBeenCalledTimes(times)
  })

  it('follows the finger towards the edge only', () => {
    show()
    const { style } = element('#drawer')
    touch('pointerDown', { at: 0 })
    touch('pointerMove', { x: 4, y: 40, at: 1000 })
    expect(style.translate).toBe('0px 40px')
    touch('pointerMove', { x: 4, y: -5, at: 2000 })
    expect(style.translate).toBe('')
    touch('pointerMove', { y: 20, at: 3000 })
    touch('pointerUp', { y: 20, at: 3500 })
    expect(style.translate).toBe('')
  })

  it('does nothing when it comes back', () => {
    const { onSwipe } = show()
    swipe([0, 250], [0, 20])
    expect(onSwipe).not.toHaveBeenCalled()
  })

  it('is none once it went across', () => {
    const { onSwipe } = show()
    swipe([30, 5], [30, 250])
    expect(onSwipe).not.toHaveBeenCalled()
    expect(element('#drawer').style.translate).toBe('')
  })

  it.each(['p', 'input'])('does not begin on its %s', (on) => {
    const { onSwipe } = show()
    touch('pointerDown', { at: 0, on })
    touch('pointerMove', { y: 250, at: 1000, on })
    touch('pointerUp', { y: 250, at: 1500, on })
    expect(onSwipe).not.toHaveBeenCalled()
  })

  it('does not begin with a mouse', () => {
    const { onSwipe } = show()
    touch('pointerDown', { at: 0, pointerType: 'mouse' })
    touch('pointerMove', { y: 250, at: 1000, pointerType: 'mouse' })
    touch('pointerUp', { y: 250, at: 1500, pointerType: 'mouse' })
    expect(onSwipe).not.toHaveBeenCalled()
  })

  it('does nothing when the browser takes it over', () => {
    const { onSwipe } = show()
    touch('pointerDown', { at: 0 })
    touch('pointerMove', { y: 250, at: 1000 })
    touch('pointerCancel', { y: 250, at: 1100 })
    expect(onSwipe).not.toHaveBeenCalled()
    expect(element('#drawer').style.translate).toBe('')
  })
})

describe('second finger on a sheet', () => {
  const second = { pointerId: 2, isPrimary: false }

  it('does not move or close it', () => {
    const { onSwipe } = show()
    touch('pointerDown', { at: 0 })
    touch('pointerMove', { y: 20, at: 1000 })
    touch('pointerDown', { y: 280, at: 1100, ...second })
    touch('pointerMove', { y: 290, at: 1200, ...second })
    expect(element('#drawer').style.translate).toBe('0px 20px')
    touch('pointerUp', { y: 290, at: 1900, ...second })
    expect(onSwipe).not.toHaveBeenCalled()
  })

  it('does not end the swipe of the first', () => {
    const { onSwipe } = show()
    touch('pointerDown', { at: 0 })
    touch('pointerMove', { y: 20, at: 1000 })
    touch('pointerCancel', { y: 20, at: 1100, ...second })
    touch('pointerMove', { y: 200, at: 2000 })
    touch('pointerUp', { y: 200, at: 2500 })
    expect(onSwipe).toHaveBeenCalledOnce()
  })
})

describe('flick of a sheet', () => {
  // 0.5 pixels a millisecond over the last move.
  it.each([
    [30, 1060, 1],
    [29, 1060, 0],
    [30, 1061, 0],
  ])('closes at %i pixels after %i ms %i times', (y, at, times) => {
    const { onSwipe } = show()
    touch('pointerDown', { at: 0 })
    touch('pointerMove', { at: 1000 })
    touch('pointerMove', { y, at })
    touch('pointerUp', { y, at: at + 100 })
    expect(onSwipe).toHaveBeenCalledTimes(times)
  })

  it('does not close it after a rest', () => {
    const { onSwipe } = show()
    touch('pointerDown', { at: 0 })
    touch('pointerMove', { y: 40, at: 10 })
    touch('pointerUp', { y: 40, at: 111 })
    expect(onSwipe).not.toHaveBeenCalled()
  })
})

describe('swipe of a drawer at a side', () => {
  it.each([
    ['left', 'ltr', -90],
    ['right', 'ltr', 90],
    ['start', 'ltr', -90],
    ['end', 'ltr', 90],
    ['start', 'rtl', 90],
    ['end', 'rtl', -90],
    ['left', 'rtl', -90],
  ] as const)('closes the one at the %s edge in %s by %i', (edge, direction, x) => {
    const { onSwipe } = show({ edge, direction })
    swipe([-x, 0])
    expect(onSwipe).not.toHaveBeenCalled()
    swipe([x, 0])
    expect(onSwipe).toHaveBeenCalledOnce()
  })

  it('begins anywhere on it, a third of its width', () => {
    const { onSwipe } = show({ edge: 'right' })
    const across = (x: number) => {
      touch('pointerDown', { at: 0, on: 'p' })
      touch('pointerMove', { x, at: 1000, on: 'p' })
      touch('pointerUp', { x, at: 1500, on: 'p' })
    }
    across(79)
    expect(onSwipe).not.toHaveBeenCalled()
    across(80)
    expect(onSwipe).toHaveBeenCalledOnce()
  })

  it('closes the one at the top upwards', () => {
    const { onSwipe } = show({ edge: 'top' })
    swipe([0, 150])
    expect(onSwipe).not.toHaveBeenCalled()
    swipe([0, -150])
    expect(onSwipe).toHaveBeenCalledOnce()
  })
})

describe('swipe up of a sheet that can grow', () => {
  // The sheet of 300 pixels can grow by 468 pixels.
  beforeEach(() => void vi.stubGlobal('innerHeight', 768))
  afterEach(() => void vi.unstubAllGlobals())

  it.each([
    [-155, 0],
    [-156, 1],
  ])('draws over %i pixels the sheet up %i times', (y, times) => {
    const { onSwipe, onExpand } = show({ expands: true })
    swipe([0, y])
    expect(onExpand).toHaveBeenCalledTimes(times)
    expect(onSwipe).not.toHaveBeenCalled()
  })

  it('makes it taller under the finger', () => {
    show({ expands: true })
    touch('pointerDown', { at: 0 })
    touch('pointerMove', { y: -60, at: 1000 })
    expect(element('#drawer').style.minBlockSize).toBe('360px')
    touch('pointerUp', { y: -60, at: 2000 })
    expect(element('#drawer').style.minBlockSize).toBe('')
  })

  it('is no gesture of one that cannot', () => {
    const { onSwipe, onExpand } = show()
    swipe([0, -300])
    expect(onExpand).not.toHaveBeenCalled()
    expect(onSwipe).not.toHaveBeenCalled()
    expect(element('#drawer').style.minBlockSize).toBe('')
  })
})
