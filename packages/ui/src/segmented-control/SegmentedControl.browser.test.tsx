import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { SegmentedControl, type SegmentedControlProps } from './SegmentedControl.tsx'

type Side = 'buy' | 'sell'
const segments = [
  { value: 'buy', label: 'Buy', tone: 'up' },
  { value: 'sell', label: 'Sell', tone: 'down' },
] as const
const change = vi.fn()
const radio = (name: string) => page.getByRole('radio', { name })

const show = (props: Partial<SegmentedControlProps<Side>> = {}) =>
  stage(<SegmentedControl aria-label="Side" segments={segments} onChange={change} {...props} />)

beforeEach(() => change.mockClear())
afterEach(clearStage)

describe('SegmentedControl', () => {
  it('starts with the first segment by default', async () => {
    show()
    await expect.element(radio('Buy')).toBeChecked()
    show({ defaultValue: 'sell' })
    await expect.element(radio('Sell')).toBeChecked()
  })

  it.each(['light', 'dark'] as const)(
    'raises the chosen segment above its track (%s)',
    async (theme) => {
      document.documentElement.dataset['theme'] = theme
      stage(
        <SegmentedControl
          aria-label="Range"
          segments={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />,
      )
      await expect.element(radio('Day')).toBeChecked()
      const light = (element: Element) =>
        getComputedStyle(element)
          .backgroundColor.match(/\d+/g)!
          .slice(0, 3)
          .reduce((sum, part) => sum + Number(part), 0)
      const chosen = document.querySelector('input:checked + span')!
      expect(light(chosen)).toBeGreaterThan(light(chosen.closest('[role=radiogroup], fieldset')!))
      delete document.documentElement.dataset['theme']
    },
  )

  it('chooses by a press and reports once', async () => {
    show()
    await userEvent.click(radio('Sell'))
    await expect.element(radio('Sell')).toBeChecked()
    await userEvent.click(radio('Sell'))
    expect(change.mock.calls).toEqual([['sell']])
  })

  it('shows the controlled value', async () => {
    show({ value: 'buy' })
    await userEvent.click(radio('Sell'))
    expect(change.mock.calls).toEqual([['sell']])
    await expect.element(radio('Buy')).toBeChecked()
  })

  it.each([
    ['ltr', '{ArrowRight}'],
    ['rtl', '{ArrowLeft}'],
  ] as const)('moves by arrow when %s, with one tab stop', async (direction, arrow) => {
    stage(
      <>
        <SegmentedControl aria-label="Side" segments={segments} />
        <button>After</button>
      </>,
      { direction },
    )
    await expect.element(radio('Buy')).toBeVisible()
    document.querySelector('input')?.focus()
    await userEvent.keyboard(arrow)
    await expect.element(radio('Sell')).toHaveFocus()
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
  })

  it('separates two controls on a page', async () => {
    stage(
      <>
        <SegmentedControl aria-label="Side" segments={segments} />
        <SegmentedControl
          aria-label="Type"
          segments={[
            { value: 'limit', label: 'Limit' },
            { value: 'market', label: 'Market' },
          ]}
        />
      </>,
    )
    await userEvent.click(radio('Market'))
    await expect.element(radio('Buy')).toBeChecked()
    await expect.element(radio('Market')).toBeChecked()
  })

  it('ignores presses when disabled', async () => {
    show({ disabled: true })
    await expect.element(radio('Buy')).toBeDisabled()
    await expect.element(radio('Sell')).toBeDisabled()
  })

  it('fills the line with equal segments as a block', async () => {
    stage(
      <div style={{ inlineSize: 300 }}>
        <SegmentedControl aria-label="Side" block segments={segments} />
      </div>,
    )
    await expect.element(radio('Buy')).toBeInTheDocument()
    const widths = [...document.querySelectorAll('[data-x-part=segmented-control] > label')].map(
      (segment) => Math.round(segment.getBoundingClientRect().width),
    )
    expect(new Set(widths).size).toBe(1)
    expect(
      document.querySelector('[data-x-part=segmented-control]')?.getBoundingClientRect().width,
    ).toBe(300)
  })

  it.each(['mini', 'small', 'standard', 'large'] as const)(
    'has a touch target of 44 px in size %s (visual 2)',
    async (size) => {
      await page.viewport(390, 800)
      stage(
        <div style={{ padding: 40 }}>
          <SegmentedControl aria-label="Side" size={size} segments={segments} />
        </div>,
      )
      await expect.element(radio('Buy')).toBeInTheDocument()
      const segment = document.querySelector('[data-x-part=segmented-control] > label')!
      const { left, width, top, height } = segment.getBoundingClientRect()
      const isHit = (offset: number) =>
        segment.contains(document.elementFromPoint(left + width / 2, top + height / 2 + offset))
      expect([-21.5, 0, 21.5].map(isHit)).toEqual([true, true, true])
      await page.viewport(1280, 800)
    },
  )
})
