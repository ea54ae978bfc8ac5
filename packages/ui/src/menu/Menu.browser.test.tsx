import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { Popover } from '../popover/Popover.tsx'
import { button, press, pressAt } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, stage } from '../testing/support/stage.tsx'
import { Menu } from './Menu.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const action = vi.fn()
const menu = () => document.querySelector('[role=menu]')

function show(direction: 'ltr' | 'rtl' = 'ltr') {
  action.mockClear()
  stage(
    <Menu
      label="Account"
      trigger={(props) => <Button {...props}>Account</Button>}
      onAction={action}
      items={[
        { key: 'profile', label: 'Profile' },
        { key: 'fees', label: 'Fees', disabled: true },
        { kind: 'separator', key: 'line' },
        { key: 'out', label: 'Log out', tone: 'danger' },
      ]}
    />,
    { direction },
  )
}

describe('Menu', () => {
  it('opens by mouse, acts once, closes and returns focus', async () => {
    show()
    await press('Account')
    await userEvent.click(page.getByRole('menuitem', { name: 'Log out' }))
    expect(action.mock.calls).toEqual([['out']])
    await expect.poll(menu).toBeNull()
    await expect.element(button('Account')).toHaveFocus()
  })

  it('opens by arrow, skips disabled items, closes on Escape', async () => {
    show()
    await expect.element(button('Account')).toHaveAttribute('aria-haspopup', 'menu')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('menuitem', { name: 'Log out' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.poll(menu).toBeNull()
    await expect.element(button('Account')).toHaveFocus()
    expect(action).not.toHaveBeenCalled()
  })

  it('closes on a press outside', async () => {
    show()
    await press('Account')
    await expect.poll(menu).not.toBeNull()
    await animationsEnded()
    pressAt({ x: 900, y: 600 })
    await expect.poll(menu).toBeNull()
  })

  it.each(['ltr', 'rtl'] as const)('aligns with its trigger when %s', async (direction) => {
    show(direction)
    await press('Account')
    await expect.poll(menu).not.toBeNull()
    await animationsEnded()
    const edge = direction === 'ltr' ? 'left' : 'right'
    const box =
      document.querySelector('[data-x-part=menu-popover]')?.getBoundingClientRect()[edge] ?? 0
    const opener = document.querySelector('main button')?.getBoundingClientRect()[edge] ?? 0
    // react-aria keeps 12 px from the edge of the viewport.
    expect(Math.abs(box - opener)).toBeLessThanOrEqual(12)
  })

  it('is a choice of one with check marks', async () => {
    stage(
      <Menu
        label="Theme"
        trigger={(props) => <Button {...props}>Theme</Button>}
        items={[
          { key: 'dark', label: 'Dark', checked: true },
          { key: 'light', label: 'Light', checked: false },
        ]}
      />,
    )
    await press('Theme')
    await expect
      .element(page.getByRole('menuitemradio', { name: 'Dark' }))
      .toHaveAttribute('aria-checked', 'true')
    await expect
      .element(page.getByRole('menuitemradio', { name: 'Light' }))
      .toHaveAttribute('aria-checked', 'false')
  })
})

it('turns one item on and off beside actions, and closes', async () => {
  action.mockClear()
  stage(
    <Menu
      label="Position"
      trigger={(props) => <Button {...props}>Position</Button>}
      onAction={action}
      items={[
        { key: 'details', label: 'Details' },
        { key: 'auto', label: 'Automatic margin', checked: true },
      ]}
    />,
  )
  await press('Position')
  await expect.element(page.getByRole('menuitem', { name: 'Details' })).toBeVisible()
  const auto = page.getByRole('menuitemcheckbox', { name: 'Automatic margin' })
  await expect.element(auto).toHaveAttribute('aria-checked', 'true')
  await userEvent.click(auto)
  expect(action.mock.calls).toEqual([['auto']])
  await expect.poll(menu).toBeNull()
})

describe('Popover', () => {
  it('takes the focus, closes from inside and returns focus', async () => {
    stage(
      <Popover label="Filter" trigger={(props) => <Button {...props}>Filter</Button>}>
        {(close) => <Button onClick={close}>Apply</Button>}
      </Popover>,
    )
    await press('Filter')
    await expect.element(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
    await userEvent.tab()
    await expect.element(button('Apply')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
    await expect.element(button('Filter')).toHaveFocus()
  })
})
