import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { animationsEnded, clearStage, settled, stage } from '../testing/support/stage.tsx'
import { Tooltip } from './Tooltip.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const tip = () => document.querySelector('[role=tooltip]')
const show = (content = 'Makers pay 0.08 %') =>
  stage(
    <div style={{ padding: 120 }}>
      <Tooltip content={content}>
        <Button>Fee</Button>
      </Tooltip>
    </div>,
  )
const fee = () => page.getByRole('button', { name: 'Fee' })

describe('Tooltip (U7)', () => {
  it('opens on hover, describes its element, closes after leaving (U7.20)', async () => {
    show()
    await userEvent.hover(fee())
    await expect.poll(tip).not.toBeNull()
    await expect.element(fee()).toHaveAccessibleDescription('Makers pay 0.08 %')
    await userEvent.unhover(fee())
    await expect.poll(tip).toBeNull()
    await expect.element(fee()).toHaveAccessibleDescription('')
  })

  it('stays open under the pointer (U7.21)', async () => {
    show()
    await userEvent.hover(fee())
    await expect.poll(tip).not.toBeNull()
    await animationsEnded()
    await userEvent.hover(page.getByRole('tooltip'))
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(tip()).not.toBeNull()
  })

  it('is at most 300 px wide (U7.22)', async () => {
    show('A long sentence. '.repeat(20))
    await userEvent.hover(fee())
    await expect.poll(tip).not.toBeNull()
    await animationsEnded()
    expect(tip()?.getBoundingClientRect().width).toBe(300)
  })

  it('does not open without content (U7.23)', async () => {
    show('')
    await userEvent.hover(fee())
    await settled()
    expect(tip()).toBeNull()
  })

  it('opens on keyboard focus, and Escape closes only the tooltip (U7.32)', async () => {
    stage(
      <Dialog
        open
        title="Fees"
        onOpenChange={() => document.body.setAttribute('data-closed', '')}
        closeButton={false}
      >
        <Tooltip content="Makers pay 0.08 %">
          <Button>Fee</Button>
        </Tooltip>
      </Dialog>,
    )
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await animationsEnded()
    await userEvent.tab()
    await expect.poll(tip).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect.poll(tip).toBeNull()
    expect(document.body.hasAttribute('data-closed')).toBe(false)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.body.hasAttribute('data-closed')).toBe(true)
    document.body.removeAttribute('data-closed')
  })

  const touch = (type: string, on: Element) =>
    on.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerType: 'touch',
        pointerId: 1,
        isPrimary: true,
        clientX: 150,
        clientY: 140,
      }),
    )

  it('opens on a long press without a click until touched elsewhere (U7.30)', async () => {
    let presses = 0
    stage(
      <div style={{ padding: 400 }}>
        <Tooltip content="Makers pay 0.08 %">
          <Button onClick={() => (presses += 1)}>Fee</Button>
        </Tooltip>
        <p>Elsewhere</p>
      </div>,
    )
    await expect.element(fee()).toBeVisible()
    await settled()
    const element = fee().element()
    touch('pointerdown', element)
    await expect.poll(tip).not.toBeNull()
    touch('pointerup', element)
    touch('pointerout', element)
    ;(element as HTMLElement).click()
    expect(presses).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(tip()).not.toBeNull()
    touch('pointerdown', tip() as Element)
    await settled()
    expect(tip()).not.toBeNull()
    touch('pointerdown', document.querySelector('p') as Element)
    await expect.poll(tip).toBeNull()
    ;(element as HTMLElement).click()
    expect(presses).toBe(1)
  })

  it('clicks on a tap without opening (U7.31)', async () => {
    let presses = 0
    stage(
      <div style={{ padding: 400 }}>
        <Tooltip content="Makers pay 0.08 %">
          <Button onClick={() => (presses += 1)}>Fee</Button>
        </Tooltip>
      </div>,
    )
    await expect.element(fee()).toBeVisible()
    touch('pointerdown', fee().element())
    touch('pointerup', fee().element())
    ;(fee().element() as HTMLElement).click()
    await settled()
    expect([presses, tip()]).toEqual([1, null])
  })
})
