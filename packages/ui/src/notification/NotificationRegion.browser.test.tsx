import { createManualClock, createManualVisibility } from '@x/kit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Dialog } from '../dialog/Dialog.tsx'
import { button, press } from '../testing/support/presses.ts'
import { animationsEnded, clearStage, stage, type StageOptions } from '../testing/support/stage.tsx'
import { createToastQueue } from '../toast/createToastQueue.ts'
import { ToastRegion } from '../toast/ToastRegion.tsx'
import { createNotificationQueue } from './createNotificationQueue.ts'
import { NotificationRegion } from './NotificationRegion.tsx'

function setUp() {
  const clock = createManualClock()
  const ports = { clock, visibility: createManualVisibility() }
  return { clock, notifications: createNotificationQueue(ports), toasts: createToastQueue(ports) }
}

let { clock, notifications, toasts } = setUp()
const shown = () => [...document.querySelectorAll<HTMLElement>('[data-x-part=notification]')]
const titles = () => shown().map((one) => one.querySelector('strong')?.textContent)

beforeEach(async () => {
  ;({ clock, notifications, toasts } = setUp())
  await page.viewport(1280, 800)
})
afterEach(clearStage)

async function show(count: number, options?: StageOptions) {
  stage(<NotificationRegion notifications={notifications} />, options)
  for (const title of ['first', 'second', 'third'].slice(0, count))
    notifications.show({ title, text: 'Words' })
  await expect.poll(() => shown().length).toBe(count)
  await animationsEnded()
}

describe('NotificationRegion (U5)', () => {
  it('places notifications at the top end, 16 px apart (U5.20)', async () => {
    await show(2)
    const [first, second] = shown().map((one) => one.getBoundingClientRect())
    expect([first?.top, first?.right]).toEqual([16, 1264])
    expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBe(16)
  })

  it('places them at the left in Arabic (U5.21)', async () => {
    await show(1, { direction: 'rtl' })
    expect(shown()[0]?.getBoundingClientRect().left).toBe(16)
  })

  it('fills the width of a phone less its margins (U5.22)', async () => {
    await page.viewport(320, 600)
    await show(1)
    expect(shown()[0]?.getBoundingClientRect()).toMatchObject({ left: 16, right: 304 })
  })

  it('pauses under the mouse and resumes after (U5.23)', async () => {
    await show(1)
    await clock.advance(3000)
    await userEvent.hover(shown()[0] as HTMLElement)
    await clock.advance(20_000)
    expect(titles()).toEqual(['first'])
    await userEvent.unhover(shown()[0] as HTMLElement)
    await clock.advance(1000)
    await expect.poll(titles).toEqual([])
  })

  it('closes by its button, runs its action once (U5.24)', async () => {
    await show(1)
    await press('Close')
    await expect.poll(titles).toEqual([])
    let added = 0
    notifications.show({ title: 'Margin', action: { label: 'Add', run: () => (added += 1) } })
    await press('Add')
    await expect.poll(titles).toEqual([])
    expect(added).toBe(1)
  })

  it('returns focus when its button or action closes it (U5.28)', async () => {
    stage(
      <>
        <button type="button">Page</button>
        <NotificationRegion notifications={notifications} />
      </>,
    )
    for (const name of ['Add', 'Close']) {
      await press('Page')
      notifications.show({ title: 'Margin', action: { label: 'Add', run: () => {} } })
      await expect.poll(titles).toEqual(['Margin'])
      ;(button(name).element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await expect.poll(titles).toEqual([])
      await expect.poll(() => document.activeElement).toBe(button('Page').element())
    }
  })

  it('announces an error as its own live region, others politely (U5.25)', async () => {
    await show(1)
    notifications.show({ title: 'Refused', kind: 'error' })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Error Refused')
    expect(shown()[0]?.closest('ol')?.getAttribute('aria-live')).toBe('polite')
  })

  it('sends Escape and F6 to toasts, notifications, then the page (U5.26)', async () => {
    stage(
      <>
        <NotificationRegion notifications={notifications} />
        <button type="button">Page</button>
        <ToastRegion toasts={toasts} />
      </>,
    )
    await press('Page')
    notifications.show({ title: 'notification' })
    notifications.show({ title: 'second' })
    toasts.show({ text: 'toast' })
    await expect.poll(() => document.querySelectorAll('[data-notice]').length).toBe(3)
    const place = () =>
      document.activeElement?.closest('[data-x-notices]')?.getAttribute('data-x-part') ??
      document.activeElement?.textContent
    const places: unknown[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await userEvent.keyboard('{F6}')
      places.push(place())
    }
    expect(places).toEqual(['toast-region', 'notification-region', 'Page'])
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => toasts.getState().length).toBe(0)
    expect(notifications.getState()).toHaveLength(2)
    await userEvent.keyboard('{Escape}')
    await expect.poll(titles).toEqual(['notification'])
  })

  it('is usable above a dialog and leaves Escape to it (U5.27)', async () => {
    let open = true
    stage(
      <>
        <NotificationRegion notifications={notifications} />
        <Dialog open title="Order" onOpenChange={() => (open = false)}>
          Words
        </Dialog>
      </>,
    )
    await expect.element(page.getByRole('dialog')).toBeVisible()
    notifications.show({ title: 'first', duration: 0 })
    await expect.poll(() => shown().length).toBe(1)
    await animationsEnded()
    const button = shown()[0]?.querySelector('button') as HTMLElement
    const { x, y, width, height } = button.getBoundingClientRect()
    expect(document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button')).toBe(button)
    expect(button.closest('[inert], [aria-hidden=true]')).toBeNull()
    await userEvent.keyboard('{Escape}')
    expect([open, shown().length]).toEqual([false, 1])
  })
})
