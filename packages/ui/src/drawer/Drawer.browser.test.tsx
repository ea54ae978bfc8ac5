import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { button, press, pressAt } from '../testPresses.ts'
import { atRest, clearStage, stage, type StageOptions } from '../testStage.tsx'
import { Drawer, type DrawerProps } from './Drawer.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

function Opener(props: Partial<DrawerProps>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Drawer title="Watch list" {...props} open={open} onClose={() => setOpen(false)}>
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
  await atRest()
  const { left, right, top, bottom } = (document.querySelector('[data-edge] > *') as HTMLElement).getBoundingClientRect()
  return { left, right, top, bottom }
}

describe('U6 drawer in the page', () => {
  it.each([
    ['rtl', { left: 896, right: 1280, top: 0, bottom: 800 }],
    ['ltr', { left: 0, right: 384, top: 0, bottom: 800 }],
    ['ttb', { left: 0, right: 1280, top: 0, bottom: 240 }],
    ['btt', { left: 0, right: 1280, top: 560, bottom: 800 }],
  ] as const)('U6 %s takes 30 %% of its axis', async (direction, box) => {
    expect(await show({ direction })).toEqual(box)
  })

  it('U6.30 comes in from the end by default', async () => {
    expect((await show({})).right).toBe(1280)
  })

  it('U6.31 is mirrored in Arabic unless it is physical', async () => {
    expect((await show({ direction: 'rtl' }, { direction: 'rtl' })).left).toBe(0)
    expect((await show({ direction: 'rtl', physical: true }, { direction: 'rtl' })).right).toBe(1280)
    expect((await show({ direction: 'ltr', physical: true }, { direction: 'rtl' })).left).toBe(0)
  })

  it('U6.32 spec 4.12 closes by Escape and gives the focus back', async () => {
    await show({})
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer()).not.toBeInTheDocument()
    await expect.element(button('Open')).toHaveFocus()
  })

  it('U6.33 closes by a press that begins and ends on the wrapper, and by no other', async () => {
    await show({})
    pressAt({ x: 1000, y: 400 }, { x: 100, y: 400 })
    await atRest()
    await expect.element(drawer()).toBeVisible()
    pressAt({ x: 100, y: 400 }, { x: 1000, y: 400 })
    await atRest()
    await expect.element(drawer()).toBeVisible()
    pressAt({ x: 100, y: 400 })
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  it('U6.34 spec 4.12 beforeClose may veto', async () => {
    await show({ beforeClose: () => false })
    await userEvent.keyboard('{Escape}')
    await press('Close')
    await atRest()
    await expect.element(drawer()).toBeVisible()
  })

  it('fits its content when asked to, as a sheet from the bottom', async () => {
    const { top, bottom } = await show({ direction: 'btt', size: 'auto' })
    expect(bottom).toBe(800)
    expect(top).toBeGreaterThan(500)
  })
})
