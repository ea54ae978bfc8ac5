import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { button, press, pressAt } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, settled, stage } from '../testing/support/stage.tsx'
import { Popover, type PopoverProps } from './Popover.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const box = () => document.querySelector('[data-x-part=popover]')
const show = (props: Partial<PopoverProps> = {}) =>
  stage(
    <Popover label="Filter" trigger={(opener) => <Button {...opener}>Filter</Button>} {...props}>
      <p style={{ inlineSize: 200, blockSize: 100 }}>Content</p>
    </Popover>,
  )

describe('Popover', () => {
  it('announces on its trigger what it opens and its state', async () => {
    show()
    await expect.element(button('Filter')).toHaveAttribute('aria-haspopup', 'dialog')
    await expect.element(button('Filter')).toHaveAttribute('aria-expanded', 'false')
    await press('Filter')
    await expect.element(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
    expect(document.querySelector('main button')?.getAttribute('aria-expanded')).toBe('true')
  })

  it('closes on Escape and a press outside, and reports it', async () => {
    const report = vi.fn()
    show({ onOpenChange: report })
    for (const leave of [
      () => userEvent.keyboard('{Escape}'),
      async () => pressAt({ x: 900, y: 700 }),
    ]) {
      await press('Filter')
      await expect.poll(box).not.toBeNull()
      await animationsEnded()
      await leave()
      await expect.poll(box).toBeNull()
      await expect.element(button('Filter')).toHaveFocus()
    }
    expect(report.mock.calls).toEqual([[true], [false], [true], [false]])
  })

  it('keeps a controlled open state', async () => {
    const report = vi.fn()
    show({ open: false, onOpenChange: report })
    await press('Filter')
    await settled()
    expect(box()).toBeNull()
    expect(report.mock.calls).toEqual([[true]])
  })

  it('can be opened by state and start open', async () => {
    function Remote() {
      const [open, setOpen] = useState(true)
      return (
        <Popover
          label="Filter"
          open={open}
          onOpenChange={setOpen}
          trigger={(opener) => <Button {...opener}>Filter</Button>}
        >
          Content
        </Popover>
      )
    }
    stage(<Remote />)
    await expect.element(page.getByRole('dialog', { name: 'Filter' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(box).toBeNull()
  })

  it.each([
    ['bottom start', 'ltr'],
    ['bottom end', 'ltr'],
    ['bottom start', 'rtl'],
    ['bottom end', 'rtl'],
  ] as const)('aligns %s when %s below its trigger', async (side, direction) => {
    stage(
      <div style={{ position: 'fixed', insetBlockStart: 40, insetInlineStart: 500 }}>
        <Popover
          label="Filter"
          side={side}
          trigger={(opener) => <Button {...opener}>Filter</Button>}
        >
          <p style={{ inlineSize: 300 }}>Content</p>
        </Popover>
      </div>,
      { direction },
    )
    await press('Filter')
    await expect.poll(box).not.toBeNull()
    await animationsEnded()
    const edge = (side === 'bottom start') === (direction === 'ltr') ? 'left' : 'right'
    const [popup, opener] = [
      box()?.getBoundingClientRect(),
      document.querySelector('main button')?.getBoundingClientRect(),
    ]
    expect(Math.round(popup?.[edge] ?? 0)).toBe(Math.round(opener?.[edge] ?? -1))
    expect(Math.round((popup?.top ?? 0) - (opener?.bottom ?? 0))).toBe(4)
  })

  it('flips without space below', async () => {
    stage(
      <div style={{ position: 'fixed', insetBlockEnd: 10, insetInlineStart: 100 }}>
        <Popover label="Filter" trigger={(opener) => <Button {...opener}>Filter</Button>}>
          <p style={{ blockSize: 300 }}>Content</p>
        </Popover>
      </div>,
    )
    await press('Filter')
    await expect.poll(box).not.toBeNull()
    await animationsEnded()
    expect(box()?.getBoundingClientRect().bottom ?? 0).toBeLessThan(
      document.querySelector('main button')?.getBoundingClientRect().top ?? 0,
    )
  })
})
