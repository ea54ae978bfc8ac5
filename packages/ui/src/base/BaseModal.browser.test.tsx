import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { Dialog, type DialogProps } from '../dialog/Dialog.tsx'
import { Menu } from '../menu/Menu.tsx'
import { Popover } from '../popover/Popover.tsx'
import { button, press, pressAt } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, stage } from '../testing/support/stage.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

function Opener({ children, ...rest }: Partial<DialogProps>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog title="Order" {...rest} open={open} onOpenChange={() => setOpen(false)}>
        {children ?? <input aria-label="Price" />}
      </Dialog>
    </>
  )
}

const dialog = () => page.getByRole('dialog', { name: 'Order' })
const popover = () => page.getByRole('dialog', { name: 'Filter' })
const boxOf = (selector: string) =>
  (document.querySelector(selector) as HTMLElement).getBoundingClientRect()
const inTheDialog = () => ({
  x: boxOf('[aria-label=Price]').x + 10,
  y: boxOf('[aria-label=Price]').y + 5,
})
const BACKDROP = { x: 20, y: 20 }
/** State of the page behind: it is inert and does not scroll. */
const isScrollLocked = () => [
  document.querySelector('main')?.closest('[inert]') !== null,
  getComputedStyle(document.documentElement).overflowY,
]
const shown = async (children: ReactNode) => {
  stage(children)
  await press('Open')
  await expect.element(dialog()).toBeVisible()
  await animationsEnded()
}

describe('BaseModal among react-aria popups', () => {
  it('keeps a popover open that opened it, also on backdrop presses (U1.11)', async () => {
    stage(
      <Popover label="Filter" trigger={(props) => <Button {...props}>Filter</Button>}>
        <Opener />
      </Popover>,
    )
    await press('Filter')
    await expect.element(popover()).toBeVisible()
    await press('Open')
    await expect.element(dialog()).toBeVisible()
    await animationsEnded()
    await userEvent.click(page.getByLabelText('Price'))
    await expect.element(page.getByLabelText('Price')).toHaveFocus()
    pressAt(inTheDialog())
    await animationsEnded()
    await expect.element(dialog()).toBeVisible()
    pressAt(BACKDROP)
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(popover()).toBeVisible()
    await expect.element(button('Open')).toHaveFocus()
  })

  it('closes a menu inside on a press, and stays open itself (U1.12)', async () => {
    await shown(
      <Opener>
        <input aria-label="Price" />
        <Menu
          label="Kind"
          trigger={(props) => <Button {...props}>Kind</Button>}
          items={[{ key: 'limit', label: 'Limit' }]}
        />
      </Opener>,
    )
    for (const point of [inTheDialog(), BACKDROP]) {
      await press('Kind')
      await expect.element(page.getByRole('menuitem', { name: 'Limit' })).toBeVisible()
      await animationsEnded()
      pressAt(point)
      await expect.element(page.getByRole('menuitem', { name: 'Limit' })).not.toBeInTheDocument()
      await expect.element(dialog()).toBeVisible()
      await animationsEnded()
    }
  })

  it('keeps the scroll lock when the menu that opened it closes', async () => {
    function Choice() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <Menu
            label="More"
            trigger={(props) => <Button {...props}>More</Button>}
            items={[{ key: 'edit', label: 'Edit' }]}
            onAction={() => setOpen(true)}
          />
          <Dialog title="Order" open={open} onOpenChange={() => setOpen(false)}>
            <input aria-label="Price" />
          </Dialog>
        </>
      )
    }
    stage(<Choice />)
    await press('More')
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit' }))
    await expect.element(dialog()).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument()
    await animationsEnded()
    expect(isScrollLocked()).toEqual([true, 'hidden'])
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    await animationsEnded()
    expect(isScrollLocked()).toEqual([false, 'visible'])
  })
})

describe('the page behind a modal', () => {
  it('is measured before the modal renders, so layout runs once', async () => {
    const root = document.documentElement
    const seen: boolean[] = []
    Object.defineProperty(root, 'clientWidth', {
      configurable: true,
      get() {
        seen.push(document.querySelector('[data-x-modal]') !== null)
        return innerWidth - 15
      },
    })
    try {
      await shown(<Opener />)
    } finally {
      Reflect.deleteProperty(root, 'clientWidth')
    }
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).not.toContain(true)
    expect(getComputedStyle(root).scrollbarGutter).toBe('stable')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(getComputedStyle(root).scrollbarGutter).toBe('auto')
  })

  it('does not scroll until the last modal closes', async () => {
    function Inner() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <Button onClick={() => setOpen(true)}>More</Button>
          <Dialog open={open} title="Fee" onOpenChange={() => setOpen(false)}>
            0.08 %
          </Dialog>
        </>
      )
    }
    const sheet = document.head.appendChild(document.createElement('style'))
    sheet.textContent = 'html { overflow-y: scroll; }'
    try {
      await shown(
        <Opener>
          <Inner />
        </Opener>,
      )
      await press('More')
      await expect.element(page.getByRole('dialog', { name: 'Fee' })).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole('dialog', { name: 'Fee' })).not.toBeInTheDocument()
      expect(isScrollLocked()).toEqual([true, 'hidden'])
      await userEvent.keyboard('{Escape}')
      await expect.element(dialog()).not.toBeInTheDocument()
      expect(getComputedStyle(document.documentElement).overflowY).toBe('scroll')
    } finally {
      sheet.remove()
    }
  })

  it('contains no focus sentinels of the modal', async () => {
    await shown(<Opener />)
    expect(
      [...document.querySelectorAll('[data-focus-scope-start], [data-focus-scope-end]')].map(
        (mark) => mark.closest('[data-x-modal]') !== null,
      ),
    ).toEqual([true, true])
  })
})

describe('the backdrop', () => {
  const pressed = vi.fn()
  const under = (
    // Represents a row that is chosen by a click.
    /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
       jsx-a11y/no-static-element-interactions */
    <div onClick={pressed}>
      <Opener />
    </div>
  )

  it('stops the click from reaching the React parent of the dialog (U2.41)', async () => {
    await shown(under)
    pressed.mockClear()
    pressAt(BACKDROP)
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(pressed).not.toHaveBeenCalled()
  })

  it('reacts to the main mouse button only (U2.42)', async () => {
    await shown(<Opener />)
    const overlay = document.querySelector('[data-x-part=dialog-overlay]') as HTMLElement
    const init = { bubbles: true, cancelable: true, pointerType: 'mouse', button: 2 }
    overlay.dispatchEvent(new PointerEvent('pointerdown', init))
    overlay.dispatchEvent(new PointerEvent('pointerup', init))
    overlay.dispatchEvent(new MouseEvent('click', { ...init, button: 0 }))
    await animationsEnded()
    await expect.element(dialog()).toBeVisible()
  })

  it('ignores a press that ends in the dialog (U2.43)', async () => {
    await shown(<Opener />)
    const overlay = document.querySelector('[data-x-part=dialog-overlay]') as HTMLElement
    const init = { bubbles: true, cancelable: true, pointerType: 'mouse', button: 0 }
    overlay.dispatchEvent(new PointerEvent('pointerdown', init))
    document.querySelector('[aria-label=Price]')?.dispatchEvent(new PointerEvent('pointerup', init))
    overlay.dispatchEvent(new MouseEvent('click', init))
    await animationsEnded()
    await expect.element(dialog()).toBeVisible()
  })
})

describe('initial focus', () => {
  it('stays on an element that takes it on mount (U2.44)', async () => {
    function Field() {
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- that is what this is about
      return <input aria-label="Price" autoFocus />
    }
    await shown(
      <Opener>
        <Field />
      </Opener>,
    )
    await expect.element(page.getByLabelText('Price')).toHaveFocus()
  })

  it('is set again for VoiceOver without closing a popover around it', async () => {
    stage(
      <Popover label="Filter" trigger={(props) => <Button {...props}>Filter</Button>}>
        <Opener />
      </Popover>,
    )
    await press('Filter')
    await press('Open')
    await expect.element(dialog()).toHaveFocus()
    const lost = vi.fn()
    dialog().element().addEventListener('blur', lost)
    await expect.poll(() => lost.mock.calls.length).toBe(1)
    await expect.element(dialog()).toHaveFocus()
    await expect.element(popover()).toBeInTheDocument()
  })
})
