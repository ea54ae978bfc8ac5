import { createRef } from 'react'
import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { named, renderWidget } from '../testing/support/renderWidget.tsx'
import { Slider, type SliderProps } from './Slider.tsx'

function show(props: Partial<SliderProps> = {}) {
  const onChange = vi.fn<(value: number) => void>()
  const onCommit = vi.fn<(value: number) => void>()
  const slider = (next: Partial<SliderProps>) => (
    <Slider label="Leverage" onChange={onChange} onCommit={onCommit} {...props} {...next} />
  )
  const render = renderWidget(slider({}))
  return { onChange, onCommit, render: (next: Partial<SliderProps>) => render(slider(next)) }
}

const input = () => named('slider', 'Leverage') as HTMLInputElement
const moveTo = (value: number) => fireEvent.change(input(), { target: { value: String(value) } })
const drag = (...values: readonly number[]) => {
  fireEvent.pointerDown(input())
  values.forEach(moveTo)
}
const marks = () => [
  ...document.querySelectorAll<HTMLElement>('[data-x-part=slider] span[aria-hidden=true]'),
]

afterEach(cleanup)

describe('slider', () => {
  it.each([
    [24, 25],
    [23, 25],
    [22, 22],
    [27, 25],
    [28, 28],
    [99, 100],
    [1, 0],
  ])('moves a thumb dragged to %i to %i', (to, expected) => {
    const { onChange } = show({ defaultValue: 60 })
    drag(to)
    expect(onChange.mock.calls).toEqual([[expected]])
  })

  it('lets a key leave a mark by one step', () => {
    const { onChange } = show({ defaultValue: 25 })
    moveTo(26)
    expect(onChange.mock.calls).toEqual([[26]])
  })

  it('commits the last value when the thumb is released', () => {
    const { onChange, onCommit } = show()
    drag(10, 30, 40)
    expect(onCommit).not.toHaveBeenCalled()
    fireEvent.pointerUp(input())
    expect(onChange.mock.calls).toEqual([[10], [30], [40]])
    fireEvent.keyUp(input(), { key: 'Tab' })
    expect(onCommit.mock.calls).toEqual([[40]])
  })

  it('commits nothing for a cancelled drag, and then takes keys again', () => {
    const { onChange, onCommit } = show()
    drag(40)
    fireEvent.pointerCancel(input())
    expect(onCommit).not.toHaveBeenCalled()
    moveTo(51)
    expect(onChange).toHaveBeenLastCalledWith(51)
    fireEvent.keyUp(input(), { key: 'ArrowRight' })
    expect(onCommit.mock.calls).toEqual([[51]])
  })

  it('commits once per moving key, and not for Tab', () => {
    const { onCommit } = show({ defaultValue: 5 })
    fireEvent.keyUp(input(), { key: 'Tab' })
    moveTo(6)
    fireEvent.keyUp(input(), { key: 'ArrowRight' })
    fireEvent.keyUp(input(), { key: 'Shift' })
    expect(onCommit.mock.calls).toEqual([[6]])
  })

  it('keeps the value of its owner', () => {
    const { onChange, render } = show({ value: 10 })
    moveTo(30)
    expect(onChange.mock.calls).toEqual([[30]])
    expect(input().value).toBe('10')
    render({ value: 30 })
    expect(input().value).toBe('30')
  })

  it('changes nothing while read-only, and says so', () => {
    const { onChange, onCommit } = show({ defaultValue: 10, readOnly: true })
    drag(30)
    fireEvent.pointerUp(input())
    expect(onChange).not.toHaveBeenCalled()
    expect(onCommit).not.toHaveBeenCalled()
    expect(input().getAttribute('aria-readonly')).toBe('true')
  })

  it('announces and shows the formatted value', () => {
    show({ defaultValue: 20, format: (value) => `${value}×` })
    expect(input().getAttribute('aria-valuetext')).toBe('20×')
    expect(marks().at(-1)?.textContent).toBe('20×')
  })

  it('places its marks by their share of the range', () => {
    show({ min: 1, max: 11, defaultValue: 6, marks: [0, 1, 6, 8.5, 11, 12] })
    expect(
      marks()
        .slice(0, -1)
        .map((mark) => [
          mark.style.insetInlineStart || mark.getAttribute('style')?.match(/[\d.]+%/)?.[0],
          mark.dataset['passed'] !== undefined,
        ]),
    ).toEqual([
      ['0%', true],
      ['50%', true],
      ['75%', false],
      ['100%', false],
    ])
  })

  it('stays drawn where minimum and maximum are the same', () => {
    show({ min: 1, max: 1, defaultValue: 1 })
    expect(document.querySelector('[style*="--x-slider-fill"]')?.getAttribute('style')).toMatch(
      /--x-slider-fill: ?0\b/,
    )
  })

  it('takes its name from a visible label on request', () => {
    const ref = createRef<HTMLInputElement>()
    show({ showLabel: true, ref })
    expect(document.querySelector('label')?.htmlFor).toBe(input().id)
    expect(input().hasAttribute('aria-label')).toBe(false)
    expect(ref.current).toBe(input())
  })

  it('returns to its default on a reset of the form', () => {
    const onChange = vi.fn()
    renderWidget(
      <form>
        <Slider label="Leverage" name="leverage" defaultValue={20} onChange={onChange} />
      </form>,
    )
    moveTo(70)
    const form = document.querySelector('form')
    expect(form && new FormData(form).get('leverage')).toBe('70')
    if (form) fireEvent.reset(form)
    expect(input().value).toBe('20')
  })
})
