import { useState, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ActionSheet } from '../action-sheet/ActionSheet.tsx'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { Drawer } from '../drawer/Drawer.tsx'
import { lazyModal } from '../lazy/lazyOverlays.ts'
import {
  createMessageDialogs,
  type MessageDialogs,
} from '../message-dialog/createMessageDialogs.ts'
import { MessageDialogHost } from '../message-dialog/MessageDialogHost.tsx'
import { Popover } from '../popover/Popover.tsx'
import { playAnimations } from '../testing/support/devTools.ts'
import { button, press, pressAt } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, stage } from '../testing/support/stage.tsx'

let messages: MessageDialogs

beforeAll(() => playAnimations({ rate: 20 }))
afterAll(() => playAnimations({ rate: 1 }))
beforeEach(async () => {
  await page.viewport(1280, 800)
  messages = createMessageDialogs()
  // The code is loaded, so that the modals open in one commit.
  await lazyModal.load()
})
afterEach(() => {
  messages.closeAll()
  clearStage()
})

interface BoxProps {
  readonly name: string
  readonly open: boolean
  readonly close: () => void
  readonly children?: ReactNode
}
type Box = (props: BoxProps) => ReactNode

const ADialog: Box = ({ name, open, close, children }) => (
  <Dialog title={name} open={open} onOpenChange={close}>
    <input aria-label={`Field ${name}`} />
    {children}
  </Dialog>
)
const ADrawer: Box = ({ name, open, close, children }) => (
  <Drawer title={name} open={open} onOpenChange={close}>
    <input aria-label={`Field ${name}`} />
    {children}
  </Drawer>
)
const ASheet: Box = ({ name, open, close }) => (
  <ActionSheet
    title={name}
    open={open}
    onOpenChange={close}
    onSelect={close}
    items={[{ key: 'limit', label: 'Limit' }]}
  />
)

/** One press opens all boxes; each box closes itself. */
function Nest({
  boxes,
  innermost,
}: {
  readonly boxes: readonly Box[]
  readonly innermost?: ReactNode
}) {
  const [open, setOpen] = useState<readonly number[]>([])
  const nested = boxes.reduceRight<ReactNode>(
    (children, One, depth) => (
      <One
        name={`Box ${depth}`}
        open={open.includes(depth)}
        close={() => setOpen((now) => now.filter((other) => other !== depth))}
      >
        {children}
      </One>
    ),
    innermost,
  )
  return (
    <>
      <Button onClick={() => setOpen(boxes.map((_, depth) => depth))}>Open</Button>
      {nested}
    </>
  )
}

/** A dialog with a button that opens a message. */
const showAsker = () =>
  stage(
    <>
      <Nest
        boxes={[ADialog]}
        innermost={
          <Button onClick={() => void messages.confirm({ title: 'Sell?', confirmText: 'Sell' })}>
            Ask
          </Button>
        }
      />
      <MessageDialogHost dialogs={messages} />
    </>,
  )

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-x-modal]:not([data-exiting])')].toSorted(
    (a, b) => Number(a.style.zIndex) - Number(b.style.zIndex),
  )
const named = (name: string) => page.getByRole('dialog', { name, includeHidden: true })
/** Returns name, z-index and inertness of each box, lowest first. */
const stacked = () =>
  shown().map((box) =>
    [
      box.querySelector('h2')?.textContent,
      box.style.zIndex,
      ...(box.closest('[inert]') ? ['inert'] : []),
    ].join(' '),
  )
const isPageLocked = () => [
  document.querySelector('main')?.closest('[inert]') !== null,
  getComputedStyle(document.documentElement).overflowY === 'hidden',
]
const focusedBox = () =>
  document.activeElement?.closest('[data-x-modal]')?.querySelector('h2')?.textContent

/**
 * Presses Escape from the innermost outwards: each time one box closes, and the next is usable and
 * focused.
 */
async function escapesOutwards(count: number) {
  for (let depth = count - 1; depth >= 0; depth -= 1) {
    expect(stacked()).toEqual(
      Array.from(
        { length: depth + 1 },
        (_, at) => `Box ${at} ${2000 + at}${at < depth ? ' inert' : ''}`,
      ),
    )
    await expect.poll(focusedBox).toBe(`Box ${depth}`)
    expect(isPageLocked()).toEqual([true, true])
    await userEvent.keyboard('{Escape}')
    await expect.element(named(`Box ${depth}`)).not.toBeInTheDocument()
    await animationsEnded()
  }
  expect(isPageLocked()).toEqual([false, false])
  await expect.element(button('Open')).toHaveFocus()
}

describe('nested modals that open in one commit', () => {
  it.each([
    ['a dialog in a dialog', [ADialog, ADialog]],
    ['a drawer in a dialog', [ADialog, ADrawer]],
    ['a dialog in a drawer', [ADrawer, ADialog]],
    ['an action sheet in a dialog', [ADialog, ASheet]],
    ['an action sheet in a drawer in a drawer', [ADrawer, ADrawer, ASheet]],
    ['four dialogs', [ADialog, ADialog, ADialog, ADialog]],
  ])(
    '%s: focuses the innermost, and Escape closes one after the other (U1.13)',
    async (_, boxes) => {
      stage(<Nest boxes={boxes} />)
      await press('Open')
      await expect.element(named(`Box ${boxes.length - 1}`)).toBeVisible()
      await animationsEnded()
      await escapesOutwards(boxes.length)
    },
  )

  it('focuses the innermost for screen readers after page transitions (U1.14)', async () => {
    stage(<Nest boxes={[ADialog, ADrawer, ADialog]} />)
    const opener = button('Open').element() as HTMLElement
    opener.focus()
    // A click without pointer events, as screen readers send it.
    opener.click()
    await expect.poll(() => shown().length).toBe(3)
    await expect.poll(focusedBox).toBe('Box 2')
    await animationsEnded()
    await escapesOutwards(3)
  })

  it('keeps focus taken on mount, and restores it from an inner modal (U1.15)', async () => {
    const Eager: Box = ({ children, ...rest }) => (
      <ADialog {...rest}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what this test is about */}
        <input aria-label={`Price ${rest.name}`} autoFocus />
        {children}
      </ADialog>
    )
    stage(<Nest boxes={[Eager, Eager]} />)
    await press('Open')
    await expect.element(page.getByLabelText('Price Box 1')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(named('Box 1')).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Price Box 0')).toHaveFocus()
  })

  it('contains Tab in the innermost, whose backdrop closes no other (U1.16)', async () => {
    stage(<Nest boxes={[ADialog, ADialog]} />)
    await press('Open')
    await expect.element(named('Box 1')).toBeVisible()
    await animationsEnded()
    for (let step = 0; step < 4; step += 1) {
      await userEvent.tab()
      expect(focusedBox()).toBe('Box 1')
    }
    pressAt({ x: 20, y: 20 })
    await expect.element(named('Box 1')).not.toBeInTheDocument()
    expect(stacked()).toEqual(['Box 0 2000'])
  })

  it('closes the innermost first on Back (U3.31)', async () => {
    stage(<Nest boxes={[ADrawer, ADrawer]} />)
    await press('Open')
    await expect.element(named('Box 1')).toBeVisible()
    await animationsEnded()
    history.back()
    await expect.element(named('Box 1')).not.toBeInTheDocument()
    expect(stacked()).toEqual(['Box 0 2000'])
    history.back()
    await expect.element(named('Box 0')).not.toBeInTheDocument()
  })

  it('focuses a prompt in a dialog and returns focus to the dialog (U2.46)', async () => {
    void messages.prompt({ title: 'Name', label: 'Address name' })
    stage(<Nest boxes={[ADialog]} innermost={<MessageDialogHost dialogs={messages} />} />)
    await press('Open')
    await expect.element(page.getByLabelText('Address name')).toHaveFocus()
    expect(shown().map((box) => box.inert)).toEqual([true, false])
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByLabelText('Address name')).not.toBeInTheDocument()
    await animationsEnded()
    await escapesOutwards(1)
  })

  it('returns focus to the opener when all close, and reopens in order (U1.17)', async () => {
    const close = vi.fn()
    function Both() {
      const [open, setOpen] = useState(false)
      const leave = () => (close(), setOpen(false))
      return (
        <>
          <Button onClick={() => setOpen(true)}>Open</Button>
          <ADialog name="Box 0" open={open} close={leave}>
            <ADialog name="Box 1" open={open} close={leave} />
          </ADialog>
        </>
      )
    }
    stage(<Both />)
    for (let time = 1; time <= 3; time += 1) {
      await press('Open')
      await expect.element(named('Box 1')).toBeVisible()
      await animationsEnded()
      expect(stacked()).toEqual(['Box 0 2000 inert', 'Box 1 2001'])
      expect(focusedBox()).toBe('Box 1')
      await userEvent.keyboard('{Escape}')
      await expect.element(named('Box 0')).not.toBeInTheDocument()
      await expect.element(button('Open')).toHaveFocus()
      expect(isPageLocked()).toEqual([false, false])
      expect(close).toHaveBeenCalledTimes(time)
    }
  })

  it('focuses the answer of a message in a dialog and returns focus (U2.47)', async () => {
    showAsker()
    await press('Open')
    await press('Ask')
    await expect.element(button('Sell')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Sell')).not.toBeInTheDocument()
    await expect.element(button('Ask')).toHaveFocus()
  })

  it('returns focus from a message closed one frame after opening (U2.47)', async () => {
    showAsker()
    await press('Open')
    await animationsEnded()
    const ask = button('Ask').element() as HTMLElement
    for (let frames = 0; frames < 4; frames += 1) {
      ask.focus()
      ask.click()
      await Promise.resolve()
      for (let frame = 0; frame < frames; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      )
      await expect.element(button('Sell')).not.toBeInTheDocument()
      await expect.element(button('Ask')).toHaveFocus()
    }
  })

  it('stacks an inner modal above one that reopens while closing (U1.18)', async () => {
    function Flicker() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <Button onClick={() => setOpen(true)}>Open</Button>
          <ADialog name="Box 0" open={open} close={() => {}}>
            <ADialog name="Box 1" open={open} close={() => {}} />
          </ADialog>
          <button id="turn" type="button" onClick={() => setOpen(!open)}>
            Turn
          </button>
        </>
      )
    }
    stage(<Flicker />)
    await press('Open')
    await expect.element(named('Box 1')).toBeVisible()
    await animationsEnded()
    const turn = document.querySelector<HTMLElement>('#turn')
    await playAnimations({ rate: 0 })
    turn?.click()
    await expect
      .poll(() => document.querySelectorAll('[data-x-modal][data-exiting]').length)
      .toBeGreaterThan(0)
    turn?.click()
    await playAnimations({ rate: 20 })
    await animationsEnded()
    expect(stacked().map((line) => line.replace(/ 2\d+/, ''))).toEqual(['Box 0 inert', 'Box 1'])
    await expect.poll(focusedBox).toBe('Box 1')
  })

  it('closes and reopens an inner modal with its outer one (U1.21)', async () => {
    function Outer() {
      const [open, setOpen] = useState(false)
      return (
        <>
          <Button onClick={() => setOpen(true)}>Open</Button>
          <ADialog name="Box 0" open={open} close={() => setOpen(false)}>
            <Drawer title="Box 1" open onOpenChange={() => setOpen(false)}>
              Fee
            </Drawer>
          </ADialog>
        </>
      )
    }
    stage(<Outer />)
    for (let time = 0; time < 2; time += 1) {
      await press('Open')
      await expect.element(named('Box 1')).toBeVisible()
      await animationsEnded()
      expect([stacked(), focusedBox()]).toEqual([['Box 0 2000 inert', 'Box 1 2001'], 'Box 1'])
      await userEvent.keyboard('{Escape}')
      expect(shown()).toEqual([])
      await expect.element(named('Box 0')).not.toBeInTheDocument()
      await expect.element(named('Box 1')).not.toBeInTheDocument()
      await expect.element(button('Open')).toHaveFocus()
    }
    expect(isPageLocked()).toEqual([false, false])
  })

  it('stacks siblings by order and returns focus to the earlier one (U1.19)', async () => {
    function Pair() {
      const [open, setOpen] = useState<readonly string[]>([])
      const close = (name: string) => () => setOpen((now) => now.filter((other) => other !== name))
      return (
        <>
          <Button onClick={() => setOpen(['Box 0', 'Box 1'])}>Open</Button>
          <ADialog name="Box 0" open={open.includes('Box 0')} close={close('Box 0')} />
          <ADialog name="Box 1" open={open.includes('Box 1')} close={close('Box 1')} />
        </>
      )
    }
    stage(<Pair />)
    await press('Open')
    await expect.element(named('Box 1')).toBeVisible()
    await animationsEnded()
    await escapesOutwards(2)
  })

  it('stacks and focuses a dialog above the popover it opens with (U1.20)', async () => {
    function Both() {
      const [open, setOpen] = useState(false)
      const [asks, setAsks] = useState(true)
      return (
        <Popover
          label="Filter"
          open={open}
          onOpenChange={setOpen}
          trigger={(props) => <Button {...props}>Open</Button>}
        >
          <input aria-label="Pair" />
          <ADialog name="Box 0" open={open && asks} close={() => setAsks(false)} />
        </Popover>
      )
    }
    stage(<Both />)
    const popover = () => document.querySelector<HTMLElement>('[data-x-part=popover]')
    await press('Open')
    await expect.element(named('Box 0')).toBeVisible()
    await animationsEnded()
    expect([popover()?.style.zIndex, shown()[0]?.style.zIndex]).toEqual(['2000', '2001'])
    expect(focusedBox()).toBe('Box 0')
    await userEvent.keyboard('{Escape}')
    await expect.element(named('Box 0')).not.toBeInTheDocument()
    await expect.poll(() => popover()?.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Open')).toHaveFocus()
  })
})
