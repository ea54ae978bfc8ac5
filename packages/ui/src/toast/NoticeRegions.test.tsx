import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { createManualClock, createManualVisibility } from '@x/kit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createNotificationQueue } from '../notification/createNotificationQueue.ts'
import { NotificationRegion } from '../notification/NotificationRegion.tsx'
import { named, pressKey, pressNamed, renderWidget } from '../testing/support/renderWidget.tsx'
import { createToastQueue } from './createToastQueue.ts'
import { ToastRegion } from './ToastRegion.tsx'

function show() {
  const clock = createManualClock()
  const visibility = createManualVisibility()
  const toasts = createToastQueue({ clock, visibility })
  const notifications = createNotificationQueue({ clock, visibility })
  renderWidget(
    <>
      <button>Page</button>
      <NotificationRegion notifications={notifications} />
      <ToastRegion toasts={toasts} />
    </>,
  )
  const advance = (ms: number) => act(() => clock.advance(ms))
  return { toasts, notifications, advance }
}

const texts = () =>
  [...document.querySelectorAll('[data-notice]')].map((item) =>
    item.textContent?.replaceAll(/Close|Undo/g, '').trim(),
  )
const item = (text: string): HTMLElement => {
  const found = screen.getByText(text).closest('[data-notice]')
  if (!(found instanceof HTMLElement)) throw new Error(`No item ${text}`)
  return found
}
const closeButton = (text: string): HTMLElement => {
  const [button] = [...item(text).querySelectorAll<HTMLElement>('[aria-label=Close]')]
  if (!button) throw new Error(`Nothing closes ${text}`)
  return button
}
/** Presses as a mouse does, which focuses the button first. */
const press = (button: HTMLElement) =>
  act(() => {
    button.focus()
    button.click()
  })

afterEach(cleanup)

describe('announcement of a toast', () => {
  it.each([
    ['success', 'Success', false],
    ['info', 'Information', false],
    ['question', 'Question', false],
    ['loading', 'Loading', false],
    ['warning', 'Warning', true],
    ['error', 'Error', true],
  ] as const)('begins a %s with its kind', (kind, word, isUrgent) => {
    const { toasts } = show()
    act(() => void toasts.show({ kind, text: 'Order' }))
    expect(item('Order').textContent).toContain(`${word} `)
    expect(screen.queryAllByRole('alert')).toHaveLength(isUrgent ? 1 : 0)
    expect(item('Order').getAttribute('aria-live')).toBe(isUrgent ? 'off' : null)
    expect(item('Order').parentElement?.getAttribute('aria-live')).toBe('polite')
  })

  it('changes with an update of the toast', () => {
    const { toasts } = show()
    const handle = toasts.loading('Placing')
    act(() => handle.update({ kind: 'error', text: 'Refused' }))
    expect(screen.getByRole('alert').textContent).toContain('Refused')
    expect(screen.queryByText('Placing')).toBeNull()
  })

  it('names both regions apart', () => {
    show()
    const names = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))
    expect(new Set(names).size).toBe(2)
  })
})

describe('time of a toast', () => {
  it('stops under the mouse and starts again in full', async () => {
    const { toasts, advance } = show()
    act(() => void toasts.info('a'))
    await advance(2999)
    fireEvent.pointerEnter(item('a'), { pointerType: 'mouse' })
    await advance(60_000)
    expect(texts()).toHaveLength(1)
    fireEvent.pointerLeave(item('a'), { pointerType: 'mouse' })
    await advance(2999)
    expect(texts()).toHaveLength(1)
    await advance(1)
    expect(texts()).toEqual([])
  })

  it('goes on under a finger', async () => {
    const { toasts, advance } = show()
    act(() => void toasts.info('a'))
    fireEvent.pointerEnter(item('a'), { pointerType: 'touch' })
    await advance(3000)
    expect(texts()).toEqual([])
  })

  it('stops while one of its buttons has the focus', async () => {
    const { toasts, advance } = show()
    act(() => void toasts.info('a'))
    act(() => closeButton('a').focus())
    await advance(60_000)
    expect(texts()).toHaveLength(1)
    act(() => named('button', 'Page').focus())
    await advance(3000)
    expect(texts()).toEqual([])
  })
})

describe('time of a notification', () => {
  it('goes on where it stopped', async () => {
    const { notifications, advance } = show()
    act(() => void notifications.show({ title: 'Filled', text: '0.5 BTC' }))
    await advance(3000)
    fireEvent.pointerEnter(item('Filled'), { pointerType: 'mouse' })
    await advance(60_000)
    fireEvent.pointerLeave(item('Filled'), { pointerType: 'mouse' })
    await advance(999)
    expect(texts()).toHaveLength(1)
    await advance(1)
    expect(texts()).toEqual([])
  })
})

describe('action of an item', () => {
  it('runs once and closes it', () => {
    const { toasts, notifications } = show()
    const run = vi.fn()
    act(() => void toasts.success('Cancelled', { action: { label: 'Undo', run } }))
    act(() => void notifications.show({ title: 'Low margin', action: { label: 'Add', run } }))
    pressNamed('button', 'Undo')
    expect(run).toHaveBeenCalledOnce()
    expect(texts()).toEqual(['Information Low marginAdd'])
    pressNamed('button', 'Add')
    expect(run).toHaveBeenCalledTimes(2)
    expect(texts()).toEqual([])
  })
})

describe('Escape', () => {
  it('closes the newest toast, before any notification', () => {
    const { toasts, notifications } = show()
    act(() => {
      toasts.info('one')
      toasts.info('two')
      notifications.show({ title: 'three' })
    })
    named('button', 'Page').focus()
    expect(pressKey('Escape')).toBe(false)
    expect(texts()).toEqual(['Information three', 'Information one'])
    pressKey('Escape')
    pressKey('Escape')
    expect(texts()).toEqual([])
    expect(pressKey('Escape')).toBe(true)
  })

  it('closes the item that has the focus, and returns the focus', () => {
    const { toasts } = show()
    act(() => {
      toasts.info('one')
      toasts.info('two')
    })
    act(() => named('button', 'Page').focus())
    act(() => closeButton('one').focus())
    pressKey('Escape')
    expect(texts()).toEqual(['Information two'])
    expect(document.activeElement).toBe(named('button', 'Page'))
  })

  it('belongs to the input method during a composition', () => {
    const { toasts } = show()
    act(() => void toasts.info('one'))
    expect(pressKey('Escape', { isComposing: true })).toBe(true)
    expect(texts()).toHaveLength(1)
  })

  it('is left to who has handled it', () => {
    const { toasts } = show()
    act(() => void toasts.info('one'))
    const handle = (event: Event) => event.preventDefault()
    window.addEventListener('keydown', handle, { capture: true, once: true })
    pressKey('Escape')
    expect(texts()).toHaveLength(1)
  })
})

describe('F6', () => {
  it('moves from the page through the regions and back', () => {
    const { toasts, notifications } = show()
    act(() => {
      toasts.info('old')
      toasts.info('new')
      notifications.show({ title: 'fill' })
    })
    act(() => named('button', 'Page').focus())
    pressKey('F6')
    expect(document.activeElement).toBe(closeButton('new'))
    pressKey('F6')
    expect(document.activeElement).toBe(closeButton('fill'))
    pressKey('F6')
    expect(document.activeElement).toBe(named('button', 'Page'))
  })

  it('is left to the browser without any item', () => {
    show()
    expect(pressKey('F6')).toBe(true)
  })

  it('skips a region without items', () => {
    const { notifications } = show()
    act(() => void notifications.show({ title: 'fill' }))
    act(() => named('button', 'Page').focus())
    pressKey('F6')
    expect(document.activeElement).toBe(closeButton('fill'))
  })
})

describe('press that closes the focused item', () => {
  it('returns the focus to the page', () => {
    const { toasts } = show()
    act(() => void toasts.info('one'))
    act(() => named('button', 'Page').focus())
    press(closeButton('one'))
    expect(texts()).toEqual([])
    expect(document.activeElement).toBe(named('button', 'Page'))
  })

  it('keeps the focus of a page that it never left', () => {
    const { toasts } = show()
    act(() => void toasts.info('one'))
    act(() => named('button', 'Page').focus())
    act(() => closeButton('one').click())
    expect(document.activeElement).toBe(named('button', 'Page'))
  })
})
