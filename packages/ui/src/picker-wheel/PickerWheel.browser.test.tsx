import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  animationsEnded,
  clearStage,
  settled,
  stage,
  type StageOptions,
} from '../testing/support/stage.tsx'
import { PickerWheel, type PickerWheelProps } from './PickerWheel.tsx'
import { yearRows } from './wheelMachine.ts'

const change = vi.fn()
const rows = yearRows(2026).map((row) => ({ ...row, disabled: row.value === '2028' }))

beforeEach(() => page.viewport(390, 800))
afterEach(() => {
  clearStage()
  change.mockClear()
})

const wheel = () => page.getByRole('spinbutton', { name: 'Year' })
const element = () => wheel().element() as HTMLElement

async function show(props: Partial<PickerWheelProps> = {}, options?: StageOptions) {
  stage(
    <PickerWheel label="Year" rows={rows} defaultValue="2026" onChange={change} {...props} />,
    options,
  )
  await expect.element(wheel()).toBeVisible()
  await settled()
}

/** Returns the row in the middle of the wheel. */
function middleRow(): string | undefined {
  const { left, top, width, height } = element().getBoundingClientRect()
  return document
    .elementsFromPoint(left + width / 2, top + height / 2)
    .find((one) => one.matches('[data-x-part=wheel-row]'))?.textContent
}

function pointer(type: string, y: number, pointerType = 'touch') {
  const { left, top } = element().getBoundingClientRect()
  element().dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      pointerId: 1,
      isPrimary: true,
      button: 0,
      pointerType,
      clientX: left + 40,
      clientY: top + y,
    }),
  )
}

/** Presses keys in one task: a wheel that stops between two keys reports each. */
function turn(...keys: readonly string[]) {
  for (const key of keys)
    element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

async function stopped() {
  await animationsEnded()
  await expect.element(wheel()).toHaveAttribute('data-phase', 'resting')
}

describe('PickerWheel (U12)', () => {
  beforeEach(() => {
    // Synthetic pointers cannot be captured.
    vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => {})
  })
  afterEach(() => vi.restoreAllMocks())

  it('shows six rows of 44 px with the value in the middle (U12.40)', async () => {
    await show()
    expect(element().getBoundingClientRect().height).toBe(264)
    expect(middleRow()).toBe('2026')
  })

  it('submits by its name unless disabled (U12.49)', () => {
    const sent = () => [...new FormData(document.querySelector('form') ?? undefined)]
    stage(
      <form>
        <PickerWheel label="Year" name="year" rows={rows} defaultValue="2026" />
      </form>,
    )
    expect(sent()).toEqual([['year', '2026']])
    stage(
      <form>
        <PickerWheel label="Year" name="year" rows={rows} defaultValue="2026" disabled />
      </form>,
    )
    expect(sent()).toEqual([])
  })

  it('is a spinbutton with an announced text (U12.41)', async () => {
    await show({ format: ({ value: key }) => `Year ${key}` })
    await expect.element(wheel()).toHaveAttribute('aria-valuetext', 'Year 2026')
    expect(
      ['aria-valuemin', 'aria-valuenow', 'aria-valuemax'].map((name) =>
        element().getAttribute(name),
      ),
    ).toEqual(['1', '11', '21'])
  })

  it('moves by keys past disabled rows, with one change (U12.42)', async () => {
    await show()
    await userEvent.tab()
    await expect.element(wheel()).toHaveFocus()
    turn('ArrowDown', 'ArrowDown')
    await expect.element(wheel()).toHaveAttribute('aria-valuetext', '2029')
    await stopped()
    expect(change.mock.calls).toEqual([['2029']])
    turn('PageUp', 'Home')
    await stopped()
    expect(middleRow()).toBe('2016')
    await userEvent.keyboard('{End}')
    await stopped()
    expect(change.mock.calls).toEqual([['2029'], ['2016'], ['2036']])
  })

  it.each(['touch', 'mouse'])(
    'follows a drag by %s and settles at the nearest row (U12.43)',
    async (kind) => {
      await show()
      pointer('pointerdown', 130, kind)
      pointer('pointermove', 100, kind)
      pointer('pointermove', 82, kind)
      await expect.element(wheel()).toHaveAttribute('data-phase', 'dragged')
      await expect.poll(middleRow).toBe('2027')
      expect(change).not.toHaveBeenCalled()
      // Longer than a fling.
      await new Promise((resolve) => setTimeout(resolve, 320))
      pointer('pointermove', 84, kind)
      pointer('pointerup', 84, kind)
      await stopped()
      expect([middleRow(), ...change.mock.calls.flat()]).toEqual(['2027', '2027'])
    },
  )

  it('moves a tapped row to the middle, or the nearest enabled (U12.44)', async () => {
    await show()
    pointer('pointerdown', 130 + 88)
    pointer('pointerup', 130 + 88)
    await stopped()
    expect(middleRow()).toBe('2029')
  })

  it('scrolls by mouse wheel without scrolling the page (U12.45)', async () => {
    await show()
    const notch = new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true })
    element().dispatchEvent(notch)
    expect(notch.defaultPrevented).toBe(true)
    await expect.element(wheel()).toHaveAttribute('data-phase', 'rolled')
    await expect.poll(() => change.mock.calls).toEqual([['2029']])
    // Ctrl and the mouse wheel zoom the page.
    const zoom = new WheelEvent('wheel', {
      deltaY: 100,
      bubbles: true,
      cancelable: true,
      ctrlKey: true,
    })
    element().dispatchEvent(zoom)
    expect(zoom.defaultPrevented).toBe(false)
  })

  it('returns to the controlled value (U12.46)', async () => {
    await show({ value: '2026' })
    await userEvent.tab()
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(() => change.mock.calls).toEqual([['2025']])
    await stopped()
    await expect.poll(middleRow).toBe('2026')
    await expect.element(wheel()).toHaveAttribute('aria-valuetext', '2026')
  })

  it('ignores focus and input when disabled (U12.47)', async () => {
    await show({ disabled: true })
    pointer('pointerdown', 218)
    pointer('pointerup', 218)
    element().dispatchEvent(
      new WheelEvent('wheel', { deltaY: 100, bubbles: true, cancelable: true }),
    )
    await settled()
    expect([
      element().dataset['phase'],
      element().tabIndex,
      element().getAttribute('aria-disabled'),
    ]).toEqual(['resting', -1, 'true'])
  })

  it('works the same in Arabic and submits the value (U12.48)', async () => {
    await show({ name: 'year', showLabel: true }, { direction: 'rtl' })
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await stopped()
    expect(document.querySelector<HTMLInputElement>('input[name=year]')?.value).toBe('2027')
  })
})
