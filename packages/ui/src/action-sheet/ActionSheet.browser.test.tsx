import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, press } from '../testing/support/presses.ts'
import {
  animationsEnded,
  clearStage,
  settled,
  stage,
  type StageOptions,
} from '../testing/support/stage.tsx'
import { ActionSheet } from './ActionSheet.tsx'
import Sheets from './demos/Sheets.tsx'

beforeEach(() => page.viewport(390, 800))
afterEach(clearStage)

const sheet = () => document.querySelector('[role=dialog]')
const output = () => document.querySelector('output')?.textContent
const box = (name: string) => page.getByRole('checkbox', { name })
const focused = () => document.activeElement?.textContent

async function open(name: string, options?: StageOptions) {
  stage(<Sheets />, options)
  await press(name)
  await expect.poll(sheet).not.toBeNull()
  await animationsEnded()
}

describe('ActionSheet (U3)', () => {
  it('spans the bottom edge and has its title as name (U3.20, spec 4.10)', async () => {
    await open('Position')
    await expect.element(page.getByRole('dialog', { name: 'BTC position' })).toBeVisible()
    const rect = document.querySelector('[data-edge=bottom] > *')?.getBoundingClientRect()
    expect([Math.round(rect?.bottom ?? 0), rect?.width]).toEqual([800, 390])
    expect(
      document.querySelector('[data-x-part=sheet-item]')?.getBoundingClientRect().height,
    ).toBeGreaterThanOrEqual(44)
  })

  it('chooses and closes with one tap, ignores disabled and loading items (U3.21)', async () => {
    await open('Position')
    for (const name of ['Share', 'Reverse']) {
      const item = [...document.querySelectorAll<HTMLElement>('[data-x-part=sheet-item]')].find(
        (one) => one.textContent === name,
      )
      expect(item?.getAttribute('aria-disabled')).toBe('true')
      item?.click()
      await settled()
      expect(sheet()).not.toBeNull()
    }
    expect(document.querySelector('[aria-busy=true]')?.textContent).toBe('Reverse')
    await userEvent.click(page.getByRole('button', { name: 'Cancel all orders' }))
    await expect.poll(sheet).toBeNull()
    expect(output()).toBe('cancel-all spot')
  })

  it('disables the button with a reason while nothing is checked (U3.22, spec 4.10)', async () => {
    await open('Accounts')
    await userEvent.click(box('Spot'))
    await expect.element(button('Confirm')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button('Confirm')).toHaveAccessibleDescription('Choose at least 1')
    ;(button('Confirm').element() as HTMLElement).click()
    await settled()
    expect(sheet()).not.toBeNull()
    await userEvent.click(box('Margin'))
    await press('Confirm')
    await expect.poll(sheet).toBeNull()
    expect(output()).toBe(' margin')
  })

  it('shows the confirmed list if its parent keeps it open (U3.29)', async () => {
    const confirm = vi.fn()
    stage(
      <ActionSheet
        open
        title="Accounts"
        multiple
        items={[
          { key: 'spot', label: 'Spot' },
          { key: 'margin', label: 'Margin' },
        ]}
        value={['spot']}
        onConfirm={confirm}
        onOpenChange={() => {}}
      />,
    )
    await userEvent.click(box('Margin'))
    await press('Confirm')
    expect(confirm.mock.calls).toEqual([[['spot', 'margin']]])
    await expect.element(box('Margin')).toBeChecked()
    await userEvent.click(box('Spot'))
    await press('Confirm')
    expect(confirm).toHaveBeenLastCalledWith(['margin'])
  })

  it('closes with the confirmed list on screen (U3.30)', async () => {
    await open('Accounts')
    await userEvent.click(box('Margin'))
    await expect.element(box('Margin')).toBeChecked()
    const margin = box('Margin').element()
    const seen: (string | null)[] = []
    const watch = new MutationObserver(() => seen.push(margin.getAttribute('aria-checked')))
    watch.observe(margin, { attributes: true })
    await press('Confirm')
    await expect.poll(sheet).toBeNull()
    watch.disconnect()
    expect(seen).toEqual([])
  })

  const exits: readonly (readonly [string, () => unknown])[] = [
    ['Cancel', () => press('Cancel')],
    ['the corner', () => press('Close')],
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Back', () => history.back()],
    [
      'the backdrop',
      () =>
        userEvent.click(document.querySelector('[data-x-part=drawer-overlay]') as Element, {
          position: { x: 100, y: 40 },
        }),
    ],
  ]
  it.each(exits)('restores the previous list when closed by %s (U3.23)', async (_, leave) => {
    await open('Accounts')
    await userEvent.click(box('Margin'))
    await expect.element(box('Margin')).toBeChecked()
    await leave()
    await expect.poll(sheet).toBeNull()
    expect(output()).toBe(' spot')
    await press('Accounts')
    await expect.element(box('Margin')).not.toBeChecked()
    await expect.element(box('Spot')).toBeChecked()
  })

  it('closes on Back without navigating and leaves no history entry (U3.24)', async () => {
    stage(<Sheets />)
    const [place, depth] = [location.href, history.length]
    const ways: readonly (() => unknown)[] = [
      () => history.back(),
      () => press('Cancel'),
      () => history.back(),
    ]
    for (const leave of ways) {
      await press('Position')
      await expect.poll(sheet).not.toBeNull()
      await expect.poll(() => (history.state as { xBack?: string } | null)?.xBack).toBeDefined()
      await leave()
      await expect.poll(sheet).toBeNull()
      await expect.poll(() => (history.state as { xBack?: string } | null)?.xBack).toBeUndefined()
      expect(location.href).toBe(place)
    }
    // Forward may still lead to the entry that Back left; there is at most one.
    expect(history.length).toBeLessThanOrEqual(depth + 1)
  })

  it('skips disabled items by arrow keys, checks by Space, returns focus (U3.25)', async () => {
    await open('Accounts')
    ;(box('Spot').element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('Margin')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('Spot')
    await userEvent.keyboard('{End} ')
    await expect.element(box('Margin')).toBeChecked()
    await expect.element(page.getByText('Selected: 2', { exact: true })).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.poll(sheet).toBeNull()
    await expect.element(button('Accounts')).toHaveFocus()
  })

  it('avoids the safe area and mirrors the check marks in Arabic (U3.26)', async () => {
    await open('Accounts', { direction: 'rtl' })
    const rules = [...document.styleSheets]
      .flatMap((css) => [...css.cssRules])
      .map((rule) => rule.cssText)
      .join('\n')
    expect(rules).toContain('safe-area-inset-bottom')
    const item = document.querySelector('[role=checkbox]')
    const [label, mark] = [
      item?.querySelector('span')?.getBoundingClientRect(),
      item?.querySelector('[aria-hidden]')?.getBoundingClientRect(),
    ]
    expect(mark?.right).toBeLessThan(label?.right ?? 0)
    expect(document.querySelector('[role=status]')?.textContent).toContain('المحدد')
  })
})
