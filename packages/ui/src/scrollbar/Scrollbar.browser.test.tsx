import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, stage, type StageOptions } from '../testing/support/stage.tsx'
import { Scrollbar } from './Scrollbar.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const scroll = vi.fn()
const view = () => document.querySelector('[data-x-part=scroll-view]') as HTMLElement
const bar = (axis: string) => document.querySelector<HTMLElement>(`[data-x-part=bar-${axis}]`)
const thumb = (axis: string) => bar(axis)?.firstElementChild?.getBoundingClientRect()
const region = () => page.getByRole('region', { name: 'Asks' })

async function show({
  width = 100,
  height = 1000,
  options,
}: { readonly width?: number; readonly height?: number; readonly options?: StageOptions } = {}) {
  scroll.mockClear()
  stage(
    <div style={{ inlineSize: 204 }}>
      <Scrollbar label="Asks" maxHeight="204px" always onScroll={scroll}>
        <div id="content" style={{ inlineSize: width, blockSize: height }} />
      </Scrollbar>
    </div>,
    options,
  )
  await expect.element(region()).toBeInTheDocument()
}

function drag(
  element: HTMLElement,
  { from, to }: { readonly from: { x: number; y: number }; readonly to: { x: number; y: number } },
) {
  const send = (type: string, at: { x: number; y: number }) =>
    element.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        button: 0,
        buttons: 1,
        pointerId: 1,
        clientX: at.x,
        clientY: at.y,
      }),
    )
  // Chromium captures only pointers that are pressed.
  element.setPointerCapture = () => {}
  send('pointerdown', from)
  send('pointermove', to)
  send('pointerup', to)
}

describe('Scrollbar (U19)', () => {
  it('shows the visible share and follows scrolling (U19.20)', async () => {
    await show()
    await expect.poll(() => Math.round(thumb('vertical')?.height ?? 0)).toBe(41)
    expect(bar('horizontal')).toBeNull()
    view().scrollTop = 398
    await expect
      .poll(() =>
        Math.round(
          (thumb('vertical')?.top ?? 0) - (bar('vertical')?.getBoundingClientRect().top ?? 0),
        ),
      )
      .toBe(80)
    expect(scroll).toHaveBeenLastCalledWith({ top: 398, start: 0 })
  })

  it('scrolls by keyboard with one tab stop (U19.21)', async () => {
    await show()
    await userEvent.tab()
    await expect.element(region()).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect.poll(() => view().scrollTop).toBe(796)
    expect(bar('vertical')?.getAttribute('aria-hidden')).toBe('true')
  })

  it('drags the thumb, and centres it on a press (U19.22)', async () => {
    await show()
    await expect.poll(() => bar('vertical')).not.toBeNull()
    const box = bar('vertical')?.getBoundingClientRect() as DOMRect
    drag(bar('vertical') as HTMLElement, {
      from: { x: box.x + 5, y: box.top + 10 },
      to: { x: box.x + 5, y: box.top + 90 },
    })
    await expect.poll(() => Math.round(view().scrollTop)).toBeGreaterThan(395)
    expect(view().scrollTop).toBeLessThan(405)
    drag(bar('vertical') as HTMLElement, {
      from: { x: box.x + 5, y: box.bottom - 1 },
      to: { x: box.x + 5, y: box.bottom - 1 },
    })
    await expect.poll(() => view().scrollTop).toBe(796)
  })

  it('measures again after a size change (U19.23, spec 9.6)', async () => {
    await show({ height: 100 })
    await expect.poll(() => view().clientHeight).toBeGreaterThan(0)
    expect(bar('vertical')).toBeNull()
    ;(document.querySelector('#content') as HTMLElement).style.blockSize = '408px'
    await expect.poll(() => Math.round(thumb('vertical')?.height ?? 0)).toBe(100)
    ;(document.querySelector('#content') as HTMLElement).style.blockSize = '90000px'
    await expect.poll(() => Math.round(thumb('vertical')?.height ?? 0)).toBe(20)
    ;(document.querySelector('#content') as HTMLElement).style.blockSize = '10px'
    await expect.poll(() => bar('vertical')).toBeNull()
  })

  it('mirrors in Arabic (U19.24)', async () => {
    await show({ width: 1000, options: { direction: 'rtl' } })
    await expect.poll(() => bar('horizontal')).not.toBeNull()
    const [box, across] = [
      view().getBoundingClientRect(),
      bar('horizontal')?.getBoundingClientRect() as DOMRect,
    ]
    expect(Math.round(bar('vertical')?.getBoundingClientRect().left ?? -1)).toBe(
      Math.round(box.left),
    )
    expect(Math.round(thumb('horizontal')?.right ?? 0)).toBe(Math.round(across.right))
    drag(bar('horizontal') as HTMLElement, {
      from: { x: across.left + 1, y: across.y + 5 },
      to: { x: across.left + 1, y: across.y + 5 },
    })
    await expect.poll(() => Math.round(view().scrollLeft)).toBe(-796)
    await expect.poll(() => scroll.mock.lastCall).toEqual([{ top: 0, start: 796 }])
    await expect
      .poll(() => Math.round(thumb('horizontal')?.left ?? 0))
      .toBe(Math.round(across.left))
  })
})
