import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { CheckboxGroup, type CheckboxGroupProps } from './CheckboxGroup.tsx'

const options = ['a', 'b', 'c'].map((key) => ({ value: key, label: `Box ${key}` }))
const change = vi.fn()
const block = vi.fn()

function show(props: Partial<CheckboxGroupProps>, direction: 'ltr' | 'rtl' = 'ltr') {
  stage(
    <CheckboxGroup
      label="Boxes"
      options={options}
      onChange={change}
      onLimitViolation={block}
      {...props}
    />,
    { direction },
  )
}

beforeEach(() => {
  change.mockClear()
  block.mockClear()
})
afterEach(clearStage)

const box = (key: string) => page.getByRole('checkbox', { name: `Box ${key}` })
const group = () => page.getByRole('group', { name: 'Boxes' })

describe('CheckboxGroup (U11)', () => {
  it('ignores a press above the maximum and shows the reason (U11.10, spec 5.10)', async () => {
    show({ max: 2, defaultValue: ['a', 'b'], help: 'Two at most' })
    await expect.element(box('c')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(box('c'), { force: true })
    await expect.element(box('c')).not.toBeChecked()
    await expect.element(group()).toHaveAccessibleDescription('Choose at most 2')
    await expect.element(page.getByRole('status')).toHaveTextContent('Choose at most 2')
    expect(change).not.toHaveBeenCalled()
    expect(block.mock.calls).toEqual([[{ reason: 'max', limit: 2, key: 'c' }]])
  })

  it('ignores a press below the minimum and shows the reason (U11.11, spec 5.10)', async () => {
    show({ min: 1, defaultValue: ['a'] })
    await userEvent.click(box('a'), { force: true })
    await expect.element(box('a')).toBeChecked()
    await expect.element(group()).toHaveAccessibleDescription('Choose at least 1')
    expect(block.mock.calls).toEqual([[{ reason: 'min', limit: 1, key: 'a' }]])
  })

  it('hides the reason after the next allowed change (U11.12)', async () => {
    show({ max: 1, defaultValue: ['a'], help: 'One' })
    await userEvent.click(box('b'), { force: true })
    await userEvent.click(box('a'))
    await expect.element(group()).toHaveAccessibleDescription('One')
    await expect.element(box('b')).not.toHaveAttribute('aria-disabled')
    expect(change.mock.calls).toEqual([[[]]])
  })

  it('keeps every box focusable and toggles by Space (U11.13)', async () => {
    show({ max: 1, defaultValue: ['a'] })
    await expect.element(group()).toBeVisible()
    for (const key of ['a', 'b', 'c']) {
      await userEvent.tab()
      await expect.element(box(key)).toHaveFocus()
    }
    await userEvent.keyboard(' ')
    await expect.element(box('c')).not.toBeChecked()
    expect(block).toHaveBeenCalledOnce()
  })

  it('keeps a controlled value (U11.14)', async () => {
    show({ value: ['a'] })
    await userEvent.click(box('b'))
    await expect.element(box('b')).not.toBeChecked()
    expect(change.mock.calls).toEqual([[['a', 'b']]])
  })

  it('shows an error instead of the reason, ignores presses when disabled (U11.15)', async () => {
    show({ error: 'Choose where messages go', disabled: true })
    await expect.element(group()).toHaveAccessibleDescription('Choose where messages go')
    await expect.element(box('a')).toBeDisabled()
  })

  it('mirrors the boxes and translates the reason in Arabic (U11.16)', async () => {
    show({ max: 1, defaultValue: ['a'] }, 'rtl')
    await userEvent.click(box('b'), { force: true })
    await expect.element(group()).toHaveAccessibleDescription('اختر \u20681\u2069 على الأكثر')
    const label = document.querySelector('[data-x-part=checkbox]')
    expect(label?.getBoundingClientRect().right).toBe(
      document.querySelector('[data-x-part=checkbox-group]')?.getBoundingClientRect().right,
    )
  })
})
