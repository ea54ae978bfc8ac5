import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pressAt } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, settled, stage } from '../testing/support/stage.tsx'
import { Slider, type SliderProps } from './Slider.tsx'

afterEach(clearStage)

const change = vi.fn()
const slider = () => page.getByRole('slider', { name: 'Share' })
const input = () =>
  document.querySelector<HTMLInputElement>('input[type=range]') as HTMLInputElement
const bubble = () => document.querySelector('[class*=bubble]')?.textContent
const passed = () =>
  [...document.querySelectorAll('[class*=mark]')].map((mark) => mark.hasAttribute('data-passed'))

function show(props: Partial<SliderProps> = {}) {
  change.mockClear()
  stage(
    <div style={{ inlineSize: 400 }}>
      <Slider label="Share" onChange={change} {...props} />
    </div>,
  )
}

/**
 * Simulates dragging the thumb: the browser moves a native slider itself, so the value is set
 * directly.
 */
function dragTo(value: number) {
  input().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
    input(),
    String(value),
  )
  input().dispatchEvent(new Event('input', { bubbles: true }))
}
const release = () => input().dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))

describe('Slider', () => {
  it('has marks at quarters, filled up to the value', async () => {
    show({ defaultValue: 50 })
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '50%')
    expect(passed()).toEqual([true, true, true, false, false])
  })

  it('snaps a dragged thumb within a fiftieth, but no key', async () => {
    show({ defaultValue: 0 })
    await expect.element(slider()).toBeVisible()
    dragTo(24)
    await expect.poll(bubble).toBe('25%')
    dragTo(22)
    await expect.poll(bubble).toBe('22%')
    release()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.poll(bubble).toBe('24%')
    expect(change.mock.calls.map(([value]) => value as number)).toEqual([25, 22, 23, 24])
  })

  it('commits the value when the thumb is released', async () => {
    const commit = vi.fn()
    show({ defaultValue: 0, onCommit: commit })
    await expect.element(slider()).toBeVisible()
    dragTo(40)
    await expect.poll(bubble).toBe('40%')
    expect(commit).not.toHaveBeenCalled()
    release()
    expect(commit.mock.calls).toEqual([[40]])
  })

  it('commits after a key that moved the thumb', async () => {
    const commit = vi.fn()
    show({ defaultValue: 25, onCommit: commit })
    await expect.element(slider()).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(slider()).toHaveFocus()
    await userEvent.keyboard('{Shift}{Home}{Home}{ArrowLeft}{ArrowRight}')
    expect(commit.mock.calls).toEqual([[0], [1]])
  })

  it('does not commit a cancelled drag', async () => {
    const commit = vi.fn()
    show({ onCommit: commit })
    await expect.element(slider()).toBeVisible()
    dragTo(40)
    input().dispatchEvent(new PointerEvent('pointercancel', { bubbles: true }))
    await settled()
    expect(commit).not.toHaveBeenCalled()
  })

  it('jumps to the ends of its own range by Home and End', async () => {
    show({ defaultValue: 5, min: 1, max: 20, marks: [1, 5, 10, 20], format: (x) => `${x}x` })
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '5x')
    await userEvent.tab()
    await userEvent.keyboard('{End}')
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '20x')
    expect(passed()).toEqual([true, true, true, true])
    await userEvent.keyboard('{Home}')
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '1x')
    expect(passed()).toEqual([true, false, false, false])
    expect(change.mock.calls).toEqual([[20], [1]])
  })

  it('moves by its step and stays within the range', async () => {
    show({ defaultValue: 90, step: 5 })
    await expect.element(slider()).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowUp}{ArrowRight}{ArrowUp}')
    expect(change.mock.calls).toEqual([[95], [100]])
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '95%')
  })

  it('keeps a controlled value', async () => {
    function Halves() {
      const [value, setValue] = useState(10)
      return (
        <Slider label="Share" value={value} onChange={(next) => setValue(Math.min(next, 12))} />
      )
    }
    stage(<Halves />)
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '10%')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '12%')
  })

  it('announces the formatted value and shows its label', async () => {
    show({
      showLabel: true,
      min: 1,
      max: 20,
      marks: [1, 10, 20],
      defaultValue: 10,
      format: (value) => `${value}×`,
    })
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '10×')
    await expect.element(page.getByText('Share')).toBeVisible()
    expect(input().hasAttribute('aria-label')).toBe(false)
    expect(bubble()).toBe('10×')
    expect(passed()).toEqual([true, true, false])
  })

  it('ignores input when disabled', async () => {
    show({ disabled: true, defaultValue: 25 })
    await expect.element(slider()).toBeDisabled()
    const box = input().getBoundingClientRect()
    pressAt({ x: box.right - 4, y: box.top + box.height / 2 })
    await settled()
    expect(change).not.toHaveBeenCalled()
    expect(bubble()).toBe('25%')
  })

  it.each(['ltr', 'rtl'] as const)(
    'keeps its bubble above the thumb when %s',
    async (direction) => {
      stage(
        <div style={{ inlineSize: 400 }}>
          <Slider label="Share" defaultValue={25} />
        </div>,
        { direction },
      )
      await expect.element(slider()).toBeVisible()
      await animationsEnded()
      const rail = input().getBoundingClientRect()
      const box = document.querySelector('[class*=bubble]')?.getBoundingClientRect()
      const middle = (box?.left ?? 0) + (box?.width ?? 0) / 2
      const share =
        direction === 'ltr' ? (middle - rail.left) / rail.width : (rail.right - middle) / rail.width
      expect(share).toBeGreaterThan(0.2)
      expect(share).toBeLessThan(0.3)
    },
  )
})
