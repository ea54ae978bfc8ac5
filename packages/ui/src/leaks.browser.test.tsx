import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { demos } from './demoList.ts'
import { pagePopups } from './layer/usePopupLayer.ts'
import { memory, playAnimations } from './testDevTools.ts'
import { atRest, clearStage, settled, stage } from './testStage.tsx'

beforeAll(async () => {
  await page.viewport(1280, 800)
  await playAnimations({ rate: 20 })
})
afterEach(clearStage)
afterAll(() => playAnimations({ rate: 1 }))

const escape = () => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
const POPUP = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
const pressFirst = () => document.querySelector<HTMLElement>('main button')?.click()

interface Overlay {
  /** A demo. */
  readonly name: string
  readonly open?: () => void
  /** What is then in sight, and goes with Escape. */
  readonly sight?: string
}

const press = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.click()
const hover = () => document.querySelector('[data-x-part=tooltip-anchor]')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))

const overlays: readonly Overlay[] = [
  { name: 'dialog/DialogDemo' },
  { name: 'drawer/Drawers' },
  { name: 'action-sheet/Sheets' },
  { name: 'popover/PopoverDemo' },
  { name: 'menu/MenuDemo' },
  { name: 'message-dialog/Messages' },
  { name: 'date-range/DateRanges', open: press('[data-x-part=date-box] [aria-haspopup]') },
  { name: 'select/Selects', open: press('[data-x-part=select]') },
  { name: 'tooltip/TooltipDemo', open: hover, sight: '[role=tooltip]' },
  { name: 'toast/Toasts', sight: '[data-toast]' },
  { name: 'notification/Notifications', sight: '[data-x-part=notification]' },
]

/** Waits by frames: an assertion would hold on to every element it has seen until the test ends. */
async function until(holds: () => boolean) {
  for (let frame = 0; frame < 600 && !holds(); frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(holds()).toBe(true)
}

declare global {
  interface ImportMeta {
    readonly env: Readonly<Record<string, string | undefined>>
  }
}

/** 1,000 at night. */
const CYCLES = Number(import.meta.env['VITE_LEAK_CYCLES'] ?? 5)
/** The first cycles fetch code and fill caches; the engine goes on compiling for hundreds. */
const WARM_UP = Math.max(2, CYCLES / 5)
const MEGABYTE = 2 ** 20

describe(`opening and shutting ${CYCLES} times`, () => {
  it.each(overlays)('$name leaves no node, detached or not, no layer, no listener and no megabyte behind', async ({ name, open = pressFirst, sight = POPUP }) => {
    const Demo = demos[name]
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
    await atRest()
    const before = await memory()
    for (let turn = 0; turn < CYCLES; turn += 1) await cycle()
    await atRest()
    const after = await memory()
    const grown = { nodes: after.nodes - before.nodes, listeners: after.listeners - before.listeners, megabytes: (after.heap - before.heap) / MEGABYTE }
    console.info(`${name}: ${JSON.stringify(grown)}`)
    expect(document.querySelectorAll('*').length).toBe(drawn)
    expect(pagePopups.size()).toBe(0)
    // React keeps the tree that was last drawn until the next one is, so a few may come and go; what leaks grows with every cycle.
    expect(grown.nodes).toBeLessThan(CYCLES)
    expect(grown.listeners).toBeLessThan(CYCLES)
    expect(grown.megabytes).toBeLessThan(1)
  }, 60_000 + CYCLES * 1000)
})
