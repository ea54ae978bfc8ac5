import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { button, layerOf, press, pressAt } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, stage } from '../testing/support/stage.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const closed = vi.fn()

function Opener({
  children,
  name = 'Open',
  ...rest
}: Partial<DialogProps> & { readonly name?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      <Dialog
        title={`Dialog ${name}`}
        {...rest}
        open={open}
        onOpenChange={(next, how) => {
          closed(how)
          setOpen(next)
        }}
      >
        {children ?? <input aria-label={`Field ${name}`} />}
      </Dialog>
    </>
  )
}

const dialog = (name = 'Open') => page.getByRole('dialog', { name: `Dialog ${name}` })
const box = () => (document.querySelector('[role=dialog]') as HTMLElement).getBoundingClientRect()

const backdrop = () => document.querySelector('[data-x-modal]') as HTMLElement
const scrolls = () => backdrop().scrollHeight > backdrop().clientHeight

describe('Dialog', () => {
  it.each([
    ['small', 396],
    ['medium', 480],
    ['large', 640],
    ['extraLarge', 720],
  ] as const)('is %s with a width of %i px at 30vh (U2.13, spec 9.5)', async (size, width) => {
    stage(<Opener size={size} />)
    await press('Open')
    await expect.element(dialog()).toBeVisible()
    await animationsEnded()
    expect(box().width).toBe(width)
    expect(box().top).toBe(240)
  })

  it('moves up when tall, and scrolls when the page is full (U2.48)', async () => {
    stage(
      <Opener>
        <div style={{ blockSize: 560 }} />
      </Opener>,
    )
    await press('Open')
    await animationsEnded()
    expect(box().top).toBeLessThan(240)
    expect(Math.round(box().bottom)).toBe(800 - 16)
    expect(scrolls()).toBe(false)
    clearStage()
    stage(
      <Opener>
        <div style={{ blockSize: 2000 }} />
      </Opener>,
    )
    await press('Open')
    await animationsEnded()
    expect([box().top, box().bottom].map(Math.round)).toEqual([16, 800 - 16])
    expect(scrolls()).toBe(false)
  })

  it('covers the page with its backdrop while entering', async () => {
    stage(<Opener />)
    await press('Open')
    await expect.element(dialog()).toBeVisible()
    const overlay = backdrop()
    const [enter] = overlay.getAnimations()
    for (const share of [0, 0.5, 1]) {
      enter?.pause()
      if (enter) enter.currentTime = share * 199
      const { top, bottom, left, right } = overlay.getBoundingClientRect()
      expect([top <= 0, bottom >= innerHeight, left, right]).toEqual([true, true, 0, innerWidth])
    }
    expect(enter).toBeDefined()
    enter?.finish()
  })

  it('takes the focus, contains it and returns it', async () => {
    stage(<Opener />)
    await press('Open')
    await expect.element(dialog()).toBeVisible()
    for (let step = 0; step < 5; step += 1) {
      await userEvent.tab()
      expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull()
    }
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Open')).toHaveFocus()
    expect(closed).toHaveBeenLastCalledWith('escape')
  })

  it('makes the page behind inert', async () => {
    stage(<Opener />)
    await press('Open')
    await expect
      .poll(
        () =>
          document.querySelector('main')?.closest('[inert], [aria-hidden=true]') ??
          document.querySelector('main [inert], main [aria-hidden=true]'),
      )
      .not.toBeNull()
  })

  it('closes by corner and backdrop', async () => {
    stage(<Opener />)
    await press('Open')
    await press('Close')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(closed).toHaveBeenLastCalledWith('close')
    await press('Open')
    await expect.element(dialog()).toBeVisible()
    await animationsEnded()
    pressAt({ x: 20, y: 20 })
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(closed).toHaveBeenLastCalledWith('backdrop')
  })

  it('ignores a drag that ends on the backdrop (U6.55)', async () => {
    stage(<Opener />)
    await press('Open')
    await expect.element(dialog()).toBeVisible()
    await animationsEnded()
    pressAt({ x: box().x + 60, y: box().y + 20 }, { x: 20, y: 20 })
    await animationsEnded()
    await expect.element(dialog()).toBeVisible()
  })

  it('ignores Escape and backdrop when disabled', async () => {
    stage(<Opener escapeCloses={false} backdropCloses={false} />)
    await press('Open')
    await expect.element(dialog()).toBeVisible()
    await animationsEnded()
    await userEvent.keyboard('{Escape}')
    pressAt({ x: 20, y: 20 })
    await animationsEnded()
    await expect.element(dialog()).toBeVisible()
  })

  it('can be vetoed by beforeClose, asynchronously too (U2.14)', async () => {
    const answers = [false, true]
    const guard = vi.fn(async () => answers.shift() ?? true)
    stage(<Opener beforeClose={guard} />)
    await press('Open')
    await press('Close')
    await expect.poll(() => guard.mock.calls.length).toBe(1)
    await expect.element(dialog()).toBeVisible()
    await press('Close')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(guard.mock.calls).toEqual([['close'], ['close']])
  })

  it('ignores Escape of an input method', async () => {
    stage(<Opener />)
    await press('Open')
    await expect.element(dialog()).toBeVisible()
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true }),
    )
    await animationsEnded()
    await expect.element(dialog()).toBeVisible()
  })
})

describe('popup stacking', () => {
  it('assigns 2000, 2001, 2002, and Escape closes the top (U1.6)', async () => {
    stage(
      <Opener name="A">
        <Opener name="B">
          <Opener name="C" />
        </Opener>
      </Opener>,
    )
    for (const name of ['A', 'B', 'C']) await press(name)
    await expect.element(dialog('C')).toBeVisible()
    await expect
      .poll(() =>
        [...document.querySelectorAll<HTMLElement>('[data-x-part=dialog-overlay]')].map(
          (overlay) => overlay.style.zIndex,
        ),
      )
      .toEqual(['2000', '2001', '2002'])
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('C')).not.toBeInTheDocument()
    await expect.element(dialog('B')).toBeVisible()
    await expect.element(button('C')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('B')).not.toBeInTheDocument()
    await expect.element(dialog('A')).toBeVisible()
  })

  it('does not reuse a z-index while any popup is open (U1.7)', async () => {
    stage(
      <Opener name="A">
        <Opener name="B">
          <Opener name="C" />
        </Opener>
        <Opener name="D" />
      </Opener>,
    )
    for (const name of ['A', 'B', 'C']) await press(name)
    await expect.element(dialog('C')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('C')).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('B')).not.toBeInTheDocument()
    await press('D')
    await expect.element(dialog('D')).toBeVisible()
    expect(layerOf('[aria-label="Field D"]')).toBe(2003)
  })

  it('lets only the top popup react to its backdrop (U1.8)', async () => {
    stage(
      <Opener name="A">
        <Opener name="B" />
      </Opener>,
    )
    await press('A')
    await press('B')
    await expect.element(dialog('B')).toBeVisible()
    await animationsEnded()
    pressAt({ x: 20, y: 20 })
    await expect.element(dialog('B')).not.toBeInTheDocument()
    await expect.element(dialog('A')).toBeVisible()
  })
})
