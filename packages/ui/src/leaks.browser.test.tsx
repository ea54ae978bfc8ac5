import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { demos } from './demoList.ts'
import { pagePopups } from './layer/usePopupLayer.ts'
import { memory } from './testDevTools.ts'
import { atRest, clearStage, settled, stage } from './testStage.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const escape = () => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
const popup = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')

/** Waits by frames: an assertion would hold on to every element it has seen until the test ends. */
async function until(holds: () => boolean) {
  for (let turn = 0; turn < 300 && !holds(); turn += 1) await settled()
  await settled()
  expect(holds()).toBe(true)
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

declare global {
  interface ImportMeta {
    readonly env: Readonly<Record<string, string | undefined>>
  }
}

/** 1,000 at night. */
const CYCLES = Number(import.meta.env['VITE_LEAK_CYCLES'] ?? 12)
const MEGABYTE = 2 ** 20

describe(`opening and shutting ${CYCLES} times`, () => {
  it.each(openers)('%s leaves no node, detached or not, no layer, no listener and no megabyte behind', async (name, opener) => {
    const Demo = demos[name]
    stage(Demo ? <Demo /> : null)
    await expect.poll(opener).not.toBeNull()
    const cycle = async () => {
      opener()?.click()
      await until(() => popup() !== null)
      escape()
      await until(() => popup() === null)
      await atRest()
    }
    // The first cycles fetch code and fill caches.
    for (let turn = 0; turn < 3; turn += 1) await cycle()
    const drawn = document.querySelectorAll('*').length
    const before = await memory()
    for (let turn = 0; turn < CYCLES; turn += 1) await cycle()
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
