import { useState } from 'react'
import { createManualClock, createManualVisibility } from '@x/kit/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ActionSheet } from '../action-sheet/ActionSheet.tsx'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { Drawer } from '../drawer/Drawer.tsx'
import { Select } from '../select/Select.tsx'
import { playAnimations } from '../testing/support/devTools.ts'
import { button, press } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, stage } from '../testing/support/stage.tsx'
import { createToastQueue } from './createToastQueue.ts'
import { ToastRegion } from './ToastRegion.tsx'

function setUp() {
  const clock = createManualClock()
  return { clock, toasts: createToastQueue({ clock, visibility: createManualVisibility() }) }
}

let { clock, toasts } = setUp()

beforeAll(() => playAnimations({ rate: 20 }))
afterAll(() => playAnimations({ rate: 1 }))
beforeEach(async () => {
  ;({ clock, toasts } = setUp())
  await page.viewport(1280, 800)
})
afterEach(clearStage)

const shown = () => [...document.querySelectorAll<HTMLElement>('[data-toast]')]

describe('ToastRegion (U4)', () => {
  it('centres toasts at 100 px, 16 px apart (U4.20, spec 9.7)', async () => {
    stage(<ToastRegion toasts={toasts} />)
    toasts.show({ text: 'first' })
    toasts.show({ text: 'second' })
    await expect.poll(() => shown().length).toBe(2)
    await animationsEnded()
    const [first, second] = shown().map((toast) => toast.getBoundingClientRect())
    expect(first?.top).toBe(100)
    expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBe(16)
    expect((first?.x ?? 0) + (first?.width ?? 0) / 2).toBeCloseTo(640, 0)
  })

  it('pauses under the mouse, not by touch (U4.21)', async () => {
    stage(<ToastRegion toasts={toasts} />)
    toasts.show({ text: 'first' })
    await expect.poll(() => shown().length).toBe(1)
    await userEvent.hover(page.getByText(/first/))
    await clock.advance(10_000)
    expect(shown()).toHaveLength(1)
    await userEvent.unhover(page.getByText(/first/))
    await clock.advance(3000)
    await expect.poll(() => shown().length).toBe(0)
    toasts.show({ text: 'second' })
    await expect.poll(() => shown().length).toBe(1)
    shown()[0]?.dispatchEvent(
      new PointerEvent('pointerover', { bubbles: true, pointerType: 'touch' }),
    )
    await clock.advance(3000)
    await expect.poll(() => shown().length).toBe(0)
  })

  it('pauses on focus and closes by its button (U4.22)', async () => {
    stage(<ToastRegion toasts={toasts} />)
    toasts.show({ text: 'first' })
    await expect.element(button('Close')).toBeVisible()
    await userEvent.tab()
    await clock.advance(10_000)
    expect(shown()).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => shown().length).toBe(0)
  })

  it('closes the newest on Escape (U4.23)', async () => {
    stage(<ToastRegion toasts={toasts} />)
    toasts.show({ text: 'first' })
    toasts.show({ text: 'second' })
    await expect.poll(() => shown().length).toBe(2)
    await userEvent.keyboard('{Escape}')
    await expect
      .poll(() => shown().map((toast) => toast.textContent))
      .toEqual([expect.stringContaining('first')])
  })

  it('runs the action once and closes', async () => {
    let undone = 0
    stage(<ToastRegion toasts={toasts} />)
    toasts.show({ text: 'Cancelled', action: { label: 'Undo', run: () => (undone += 1) } })
    await press('Undo')
    await expect.poll(() => shown().length).toBe(0)
    expect(undone).toBe(1)
  })

  it('announces errors as their own live region, others politely', async () => {
    stage(<ToastRegion toasts={toasts} />)
    toasts.show({ kind: 'success', text: 'Bought' })
    toasts.show({ kind: 'error', text: 'Refused' })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Error Refused')
    expect(shown()[0]?.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
  })
})

/** Popups below a toast, on a desktop and on a phone. */
const KINDS = ['dialog', 'drawer', 'sheet', 'select', 'action sheet', 'phone select'] as const
type Kind = (typeof KINDS)[number]

const isSelect = (kind: Kind) => kind === 'select' || kind === 'phone select'
const isPhone = (kind: Kind) => kind === 'action sheet' || kind === 'phone select'

function Popups({ kind }: { readonly kind: Kind }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <ToastRegion toasts={toasts} />
      {isSelect(kind) ? null : <Button onClick={() => setOpen(true)}>Open</Button>}
      {kind === 'dialog' ? (
        <Dialog open={open} onOpenChange={close} title="Popup">
          <input aria-label="Inside" />
        </Dialog>
      ) : null}
      {kind === 'drawer' ? (
        <Drawer open={open} onOpenChange={close} title="Popup">
          <input aria-label="Inside" />
        </Drawer>
      ) : null}
      {kind === 'sheet' ? (
        <Drawer open={open} onOpenChange={close} direction="btt" title="Popup">
          <input aria-label="Inside" />
        </Drawer>
      ) : null}
      {kind === 'action sheet' ? (
        <ActionSheet
          open={open}
          onOpenChange={close}
          onSelect={close}
          title="Popup"
          items={[{ key: 'a', label: 'A' }]}
        />
      ) : null}
      {isSelect(kind) ? <Select label="Inside" options={[{ value: 'a', label: 'A' }]} /> : null}
    </>
  )
}

const popup = () => document.querySelector('[role=dialog], [role=listbox]')

async function open(kind: Kind) {
  if (isPhone(kind)) await page.viewport(390, 800)
  stage(<Popups kind={kind} />)
  if (isSelect(kind)) await userEvent.click(page.getByRole('combobox'))
  else await press('Open')
  await expect
    .poll(() =>
      document.querySelector(isPhone(kind) ? '[role=dialog]' : '[role=dialog], [role=listbox]'),
    )
    .not.toBeNull()
  await animationsEnded()
}

async function showAbove(kind: Kind) {
  await open(kind)
  toasts.show({ text: 'Bought 0.25 BTC' })
  await expect.poll(() => shown().length).toBe(1)
  await animationsEnded()
}

const closeButton = () => shown()[0]?.querySelector('button') as HTMLElement
/** A menu closes on any press or focus outside; modal popups stay open. */
const stays = (kind: Kind) => kind !== 'select'

describe.each(KINDS)('a toast above a %s', (kind) => {
  it('is on top, usable, and leaves the popup open (U4.24)', async () => {
    await showAbove(kind)
    const { left, right, top, bottom } = (shown()[0] as HTMLElement).getBoundingClientRect()
    expect([left >= 0, right <= window.innerWidth, top, bottom <= window.innerHeight]).toEqual([
      true,
      true,
      100,
      true,
    ])
    const corners = [left + 8, right - 8].flatMap((x) =>
      [top + 8, bottom - 8].map((y) => document.elementFromPoint(x, y)?.closest('[data-toast]')),
    )
    expect(corners).toEqual(Array.from({ length: 4 }, () => shown()[0]))
    await userEvent.click(closeButton())
    await expect.poll(() => shown().length).toBe(0)
    if (stays(kind)) expect(popup()).not.toBeNull()
  })

  it('is announced, not inert or hidden, also as an error (U4.25)', async () => {
    await open(kind)
    const live = document.querySelector('[data-x-part=toast-region] [aria-live]')
    expect(live?.getAttribute('aria-live')).toBe('polite')
    toasts.show({ text: 'Bought 0.25 BTC' })
    toasts.show({ kind: 'error', text: 'Refused' })
    await expect.poll(() => shown().length).toBe(2)
    expect(
      shown().map((toast) => [
        toast.closest('[inert], [aria-hidden=true]'),
        toast.closest('[aria-live=polite]'),
      ]),
    ).toEqual([
      [null, live],
      [null, live],
    ])
    await expect.element(page.getByRole('region', { name: 'Brief messages' })).toBeVisible()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Error Refused')
  })

  it('is reached by F6, closes on Escape and returns focus (U4.26)', async () => {
    await showAbove(kind)
    const before = document.activeElement
    await userEvent.keyboard('{F6}')
    await expect.poll(() => document.activeElement).toBe(closeButton())
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => shown().length).toBe(0)
    await expect.poll(() => document.activeElement).toBe(before)
    if (stays(kind)) expect(popup()).not.toBeNull()
  })

  it('returns focus when its button closes it, by key or mouse (U4.29)', async () => {
    for (const close of [
      () => userEvent.keyboard('{F6}{Enter}'),
      () => userEvent.click(closeButton()),
    ]) {
      await showAbove(kind)
      const before = document.activeElement
      await close()
      await expect.poll(() => shown().length).toBe(0)
      // A menu closes by the press outside; a select keeps the focus.
      await expect.poll(() => document.activeElement).toBe(before)
    }
  })

  it('returns focus by F6 and pauses meanwhile (U4.28)', async () => {
    await showAbove(kind)
    const before = document.activeElement
    await userEvent.keyboard('{F6}')
    await expect.poll(() => document.activeElement).toBe(closeButton())
    await clock.advance(10_000)
    expect(shown()).toHaveLength(1)
    await userEvent.keyboard('{F6}')
    await expect.poll(() => document.activeElement).toBe(before)
    await clock.advance(3000)
    await expect.poll(() => shown().length).toBe(0)
    if (stays(kind)) expect(popup()).not.toBeNull()
  })

  it('leaves Escape to the popup while it has the focus (U4.27)', async () => {
    await showAbove(kind)
    await userEvent.keyboard('{Escape}')
    await expect.poll(popup).toBeNull()
    expect(shown()).toHaveLength(1)
  })
})
