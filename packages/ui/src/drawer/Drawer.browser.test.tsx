import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { button, press, pressAt } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, stage, type StageOptions } from '../testing/support/stage.tsx'
import { Drawer, type DrawerProps } from './Drawer.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

function Opener(props: Partial<DrawerProps>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Drawer title="Watch list" {...props} open={open} onOpenChange={() => setOpen(false)}>
        BTC/USDT
      </Drawer>
    </>
  )
}

const drawer = () => page.getByRole('dialog', { name: 'Watch list' })

async function show(props: Partial<DrawerProps>, options: StageOptions = {}) {
  stage(<Opener {...props} />, options)
  await press('Open')
  await expect.element(drawer()).toBeVisible()
  await animationsEnded()
  const { left, right, top, bottom } = (
    document.querySelector('[data-edge] > *') as HTMLElement
  ).getBoundingClientRect()
  return { left, right, top, bottom }
}

describe('Drawer (U6)', () => {
  it.each([
    ['rtl', { left: 896, right: 1280, top: 0, bottom: 800 }],
    ['ltr', { left: 0, right: 384, top: 0, bottom: 800 }],
    ['ttb', { left: 0, right: 1280, top: 0, bottom: 240 }],
    ['btt', { left: 0, right: 1280, top: 560, bottom: 800 }],
  ] as const)('%s takes 30 %% of its axis (U6.29)', async (direction, box) => {
    expect(await show({ direction })).toEqual(box)
  })

  it('opens from the end by default (U6.30)', async () => {
    expect((await show({})).right).toBe(1280)
  })

  it('is named by a hidden title of any content', async () => {
    for (const title of ['Watch list', <b key="title">Watch list</b>]) {
      stage(<Opener bare title={title} />)
      await press('Open')
      await expect.element(drawer()).toBeVisible()
    }
  })

  it('is mirrored in Arabic unless physical (U6.31)', async () => {
    expect((await show({ direction: 'rtl' }, { direction: 'rtl' })).left).toBe(0)
    expect((await show({ direction: 'rtl', physical: true }, { direction: 'rtl' })).right).toBe(
      1280,
    )
    expect((await show({ direction: 'ltr', physical: true }, { direction: 'rtl' })).left).toBe(0)
  })

  it('closes on Escape and returns focus (U6.32, spec 4.12)', async () => {
    await show({})
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer()).not.toBeInTheDocument()
    await expect.element(button('Open')).toHaveFocus()
  })

  it('closes only by a press that begins and ends on the backdrop (U6.33)', async () => {
    await show({})
    pressAt({ x: 1000, y: 400 }, { x: 100, y: 400 })
    await animationsEnded()
    await expect.element(drawer()).toBeVisible()
    pressAt({ x: 100, y: 400 }, { x: 1000, y: 400 })
    await animationsEnded()
    await expect.element(drawer()).toBeVisible()
    pressAt({ x: 100, y: 400 })
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  it('can be vetoed by beforeClose (U6.34, spec 4.12)', async () => {
    await show({ beforeClose: () => false })
    await userEvent.keyboard('{Escape}')
    await press('Close')
    await animationsEnded()
    await expect.element(drawer()).toBeVisible()
  })

  it('fits its content as a bottom sheet', async () => {
    const { top, bottom } = await show({ direction: 'btt', size: 'auto' })
    expect(bottom).toBe(800)
    expect(top).toBeGreaterThan(500)
  })
})

const mark = () => (history.state as { xBack?: string } | null)?.xBack
const box = () => document.querySelector<HTMLElement>('[data-edge] > *')
const part = (name: 'header' | 'body') =>
  document.querySelector(
    name === 'header' ? '[data-edge] header' : '[data-x-part=drawer-body]',
  ) as HTMLElement

describe('Back (U6)', () => {
  it('closes the drawer without navigating (U6.40)', async () => {
    const place = location.href
    await show({})
    await expect.poll(mark).toBeDefined()
    history.back()
    await expect.element(drawer()).not.toBeInTheDocument()
    expect([location.href, mark()]).toEqual([place, undefined])
  })

  it('can be vetoed repeatedly (U6.41)', async () => {
    const asked: string[] = []
    await show({
      beforeClose: (how) => {
        asked.push(how)
        return asked.length > 2
      },
    })
    for (let times = 1; times <= 3; times += 1) {
      await expect.poll(mark).toBeDefined()
      history.back()
      await expect.poll(() => asked.length).toBe(times)
    }
    await expect.element(drawer()).not.toBeInTheDocument()
    expect(asked).toEqual(['back', 'back', 'back'])
    await expect.poll(mark).toBeUndefined()
  })

  it('finds no history entry after another close (U6.42)', async () => {
    await show({})
    await expect.poll(mark).toBeDefined()
    await userEvent.keyboard('{Escape}')
    await expect.poll(mark).toBeUndefined()
  })
})

describe('swipe (U6)', () => {
  beforeEach(() => {
    // Synthetic pointers cannot be captured.
    vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => {})
  })
  afterEach(() => vi.restoreAllMocks())

  const send = (on: Element, type: string, x: number, y: number, pointerType = 'touch') =>
    on.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        isPrimary: true,
        pointerId: 1,
        pointerType,
        clientX: x,
        clientY: y,
      }),
    )
  async function drag(
    on: Element,
    { x, y, pointerType = 'touch' }: { x: number; y: number; pointerType?: string },
  ) {
    send(on, 'pointerdown', 600, 400, pointerType)
    send(on, 'pointermove', 600 + x / 2, 400 + y / 2, pointerType)
    send(on, 'pointermove', 600 + x, 400 + y, pointerType)
    // Waits, so that only the distance counts, not the speed.
    await new Promise((resolve) => setTimeout(resolve, 130))
  }

  it('moves a side drawer and closes beyond a third (U6.50)', async () => {
    const closed: string[] = []
    await show({ beforeClose: (how) => closed.push(how) > 0 })
    await drag(part('body'), { x: 200, y: 10 })
    expect(box()?.style.translate).toBe('200px')
    send(part('body'), 'pointerup', 800, 410)
    await expect.element(drawer()).not.toBeInTheDocument()
    expect(closed).toEqual(['swipe'])
  })

  it.each([
    ['less than a third', 100, 0],
    ['away from its edge', -200, 0],
    ['across the way', 20, 200],
  ])('does not close: %s (U6.51)', async (_, x, y) => {
    await show({})
    await drag(part('body'), { x, y })
    send(part('body'), 'pointerup', 600 + x, 400 + y)
    await animationsEnded()
    await expect.element(drawer()).toBeVisible()
    expect(box()?.getBoundingClientRect().right).toBe(1280)
  })

  it('can be vetoed and moves the drawer back (U6.52)', async () => {
    await show({ beforeClose: () => false })
    await drag(part('body'), { x: 300, y: 0 })
    send(part('body'), 'pointerup', 900, 400)
    await expect.poll(() => box()?.style.translate).toBe('')
    await animationsEnded()
    expect(box()?.getBoundingClientRect().right).toBe(1280)
  })

  it('moves a sheet by its header, not by its scrolling body (U6.53)', async () => {
    await show({ direction: 'btt' })
    await drag(part('body'), { x: 0, y: 200 })
    send(part('body'), 'pointerup', 600, 600)
    await animationsEnded()
    await expect.element(drawer()).toBeVisible()
    await drag(part('header'), { x: 0, y: 200 })
    send(part('header'), 'pointerup', 600, 600)
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  const sheet = { direction: 'btt', size: 'auto', expandLabel: 'Whole height' } as const
  const grip = () => page.getByRole('button', { name: 'Whole height' })
  const top = () => box()?.getBoundingClientRect().top

  it('is drawn up by a swipe, and down before it closes', async () => {
    const { top: low } = await show(sheet)
    await drag(part('header'), { x: 0, y: -250 })
    send(part('header'), 'pointerup', 600, 150)
    await expect.poll(top).toBe(48)
    await expect.element(grip()).toHaveAttribute('aria-pressed', 'true')
    for (const height of [low, undefined]) {
      await drag(part('header'), { x: 0, y: 300 })
      send(part('header'), 'pointerup', 600, 700)
      await expect.poll(top).toBe(height)
    }
    expect(drawer().query()).toBeNull()
  })

  it('is drawn up by its grip, and opens at its height again', async () => {
    const { top: low } = await show(sheet)
    await grip().click()
    await expect.poll(top).toBe(48)
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer()).not.toBeInTheDocument()
    await press('Open')
    await expect.poll(top).toBe(low)
  })

  it('is mirrored in Arabic, ignores mouse and cancelled gestures (U6.54)', async () => {
    await show({}, { direction: 'rtl' })
    await drag(part('body'), { x: -300, y: 0, pointerType: 'mouse' })
    expect(box()?.style.translate).toBe('')
    await drag(part('body'), { x: -300, y: 0 })
    send(part('body'), 'pointercancel', 300, 400)
    await animationsEnded()
    await expect.element(drawer()).toBeVisible()
    await drag(part('body'), { x: -300, y: 0 })
    send(part('body'), 'pointerup', 300, 400)
    await expect.element(drawer()).not.toBeInTheDocument()
  })
})
