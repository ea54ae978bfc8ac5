import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { demos } from './testing/support/demos.ts'
import { pagePopups } from './layer/usePopupLayer.ts'
import { memory, playAnimations } from './testing/support/devTools.ts'
import { animationsEnded, clearStage, settled, stage } from './testing/support/stage.tsx'

beforeAll(() => playAnimations({ rate: 20 }))
afterEach(clearStage)
afterAll(() => playAnimations({ rate: 1 }))

const escape = () =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )
const POPUP = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
const pressFirst = () => document.querySelector<HTMLElement>('main button')?.click()

interface Overlay {
  readonly name: string
  readonly demo: string
  readonly open?: () => void
  /** Selector of the opened popup, which Escape closes. */
  readonly sight?: string
  readonly phone?: boolean
}

const press = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.click()
const hover = () =>
  document
    .querySelector('[data-x-part=tooltip-anchor]')
    ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))

/** Types into the empty first field, because the same text would be no change. */
function type(text: string) {
  const field = document.querySelector<HTMLInputElement>('main input')
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  field?.focus()
  for (const value of ['', text]) {
    write?.call(field, value)
    field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

const overlays: readonly Overlay[] = [
  { name: 'a dialog', demo: 'dialog/DialogDemo' },
  { name: 'a drawer', demo: 'drawer/Drawers' },
  { name: 'an action sheet', demo: 'action-sheet/Sheets' },
  { name: 'a popover', demo: 'popover/PopoverDemo' },
  { name: 'a menu', demo: 'menu/MenuDemo' },
  { name: 'a message dialog', demo: 'message-dialog/Messages' },
  {
    name: 'a date picker',
    demo: 'date-picker/DatePickers',
    open: press('[data-x-part=date-box] [aria-haspopup]'),
  },
  {
    name: 'a date range',
    demo: 'date-range/DateRanges',
    open: press('[data-x-part=date-box] [aria-haspopup]'),
  },
  {
    name: 'a mobile calendar',
    demo: 'mobile-calendar/MobileCalendars',
    sight: '[data-x-part=month-list]',
    phone: true,
  },
  {
    name: 'an autocomplete',
    demo: 'autocomplete/Autocompletes',
    open: () => type('bit'),
    sight: '[role=option]',
  },
  { name: 'a select', demo: 'select/Selects', open: press('[data-x-part=select]') },
  {
    name: 'a select for several',
    demo: 'select/MultiSelects',
    open: press('[data-x-part=multi-select]'),
  },
  {
    name: 'a select on a phone',
    demo: 'select/Selects',
    open: press('[data-x-part=select]'),
    sight: '[role=dialog] [role=listbox]',
    phone: true,
  },
  { name: 'a tooltip', demo: 'tooltip/TooltipDemo', open: hover, sight: '[role=tooltip]' },
  { name: 'a toast', demo: 'toast/Toasts', sight: '[data-toast]' },
  {
    name: 'a notification',
    demo: 'notification/Notifications',
    sight: '[data-x-part=notification]',
  },
]

/** Polls by frames: an assertion would keep references to every element it has seen. */
async function until(holds: () => boolean) {
  for (let frame = 0; frame < 600 && !holds(); frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(holds()).toBe(true)
}

declare global {
  interface ImportMeta {
    readonly env: Readonly<Record<string, string | undefined>>
  }
}

/** 1,000 in the nightly run. */
const CYCLES = Number(import.meta.env['VITE_LEAK_CYCLES'] ?? 5)
/**
 * The first cycles load code and fill caches, and react-aria compiles for hundreds: that happens
 * once, while a leak grows in every counted cycle.
 */
const WARM_UP = Math.max(2, CYCLES / 5)
const MEGABYTE = 2 ** 20

describe(`opening and closing ${CYCLES} times`, () => {
  it.each(overlays)(
    'leaks no nodes, layers, listeners or memory: $name',
    async ({ name, demo, open = pressFirst, sight = POPUP, phone = false }) => {
      await page.viewport(phone ? 390 : 1280, 800)
      const Demo = demos[demo]
      stage(Demo ? <Demo /> : null)
      const isShown = () => document.querySelector(sight) !== null
      const cycle = async () => {
        open()
        await until(isShown)
        await settled()
        escape()
        await until(() => !isShown())
      }
      for (let turn = 0; turn < WARM_UP; turn += 1) await cycle()
      const drawn = document.querySelectorAll('*').length
      await animationsEnded()
      const before = await memory()
      for (let turn = 0; turn < CYCLES; turn += 1) await cycle()
      await animationsEnded()
      const after = await memory()
      const grown = {
        nodes: after.nodes - before.nodes,
        listeners: after.listeners - before.listeners,
        megabytes: (after.heap - before.heap) / MEGABYTE,
      }
      console.info(`${name}: ${JSON.stringify(grown)}`)
      expect(document.querySelectorAll('*').length).toBe(drawn)
      expect(pagePopups.size()).toBe(0)
      // React keeps the previous tree until the next render, so a few nodes vary; a leak grows with
      // every cycle.
      expect(grown.nodes).toBeLessThan(CYCLES)
      expect(grown.listeners).toBeLessThan(CYCLES)
      expect(grown.megabytes).toBeLessThan(1)
    },
    60_000 + CYCLES * 1000,
  )
})
