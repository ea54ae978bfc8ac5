import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { demos } from './demoList.ts'
import { pagePopups } from './layer/usePopupLayer.ts'
import { atRest, clearStage, settled, stage } from './testStage.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const escape = () => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
const popup = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')

/** Counts what is added to and taken from document and window, net of each other. */
function countListeners() {
  const originals = [EventTarget.prototype.addEventListener, EventTarget.prototype.removeEventListener] as const
  const open = new Set<string>()
  const ids = new WeakMap<object, number>()
  let next = 0
  const key = (target: EventTarget, type: string, listener: unknown, options: unknown) => {
    const object = Object(listener) as object
    if (!ids.has(object)) ids.set(object, (next += 1))
    const capture = typeof options === 'object' && options !== null ? Boolean((options as AddEventListenerOptions).capture) : Boolean(options)
    return `${target === document ? 'document' : 'window'} ${type} ${ids.get(object)} ${capture}`
  }
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const once = typeof options === 'object' && (options.once || options.signal)
    if ((this === document || this === window) && listener && !once) open.add(key(this, type, listener, options))
    return originals[0].call(this, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if ((this === document || this === window) && listener) open.delete(key(this, type, listener, options))
    return originals[1].call(this, type, listener, options)
  }
  return {
    count: () => open.size,
    restore() {
      ;[EventTarget.prototype.addEventListener, EventTarget.prototype.removeEventListener] = originals
    },
  }
}

const openers: readonly (readonly [string, () => HTMLElement | null])[] = [
  ['dialog/DialogDemo', () => document.querySelector('main button')],
  ['drawer/Drawers', () => document.querySelector('main button')],
  ['popover/PopoverDemo', () => document.querySelector('main button')],
  ['menu/MenuDemo', () => document.querySelector('main button')],
  ['message-dialog/Messages', () => document.querySelector('main button')],
  ['date-range/DateRanges', () => document.querySelector('[data-x-part=date-box] [aria-haspopup]')],
  ['select/Selects', () => document.querySelector('[data-x-part=select]')],
]

describe('opening and shutting 30 times', () => {
  it.each(openers)('%s leaves no node, no layer and no listener behind', async (name, opener) => {
    const Demo = demos[name]
    stage(Demo ? <Demo /> : null)
    await expect.poll(opener).not.toBeNull()
    const cycle = async () => {
      opener()?.click()
      await expect.poll(popup).not.toBeNull()
      await settled()
      escape()
      await expect.poll(popup).toBeNull()
      await atRest()
    }
    await cycle()
    const listeners = countListeners()
    try {
      await cycle()
      const before = { nodes: document.querySelectorAll('*').length, listeners: listeners.count() }
      for (let turn = 0; turn < 28; turn += 1) await cycle()
      expect({ nodes: document.querySelectorAll('*').length, listeners: listeners.count() }).toEqual(before)
      expect(pagePopups.size()).toBe(0)
    } finally {
      listeners.restore()
    }
  }, 60_000)
})
