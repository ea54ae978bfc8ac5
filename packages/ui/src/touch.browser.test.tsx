import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { demos } from './demoList.ts'
import { told } from './testClips.ts'
import { playAnimations } from './testDevTools.ts'
import { atRest, clearStage, settled, stage } from './testStage.tsx'
import { openStates } from './testStates.ts'

/** visual.md: what a finger presses below 768 px. */
const TOUCH = 44
/** The line around a field is pressed with it, not by its buttons. */
const EDGES = 2
/** Decision 245: what it is at least across, and where rows stand closer than a finger. */
const NARROWEST = 24
/** What a page leaves at its sides. */
const MARGIN = 12

beforeAll(async () => {
  await page.viewport(390, 800)
  await playAnimations({ rate: 50 })
})
afterEach(clearStage)
afterAll(() => playAnimations({ rate: 1 }))

const CONTROLS = 'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=option], [role=menuitem], [role=menuitemradio], [role=switch], [role=checkbox], [role=radio], [role=slider], [role=combobox], [role=spinbutton]'

/** What no finger presses, and why. */
const untouched: Readonly<Record<string, string>> = {
  '[aria-label=Dismiss]': 'The engine of overlays gives readers a way out that is not seen.',
}
/** What is lower than a finger though nothing else stands there, and why. */
const low: Readonly<Record<string, string>> = {
  '[role=rowgroup] [role=row] *': 'Rows of a table stand 36 px apart; what is in them is pressed as high as the row.',
  '[aria-label=Clear], [data-x-part=tag] button': 'Around it a finger opens the list: a press beside it must empty nothing.',
}
const lowered = Object.keys(low).join(', ')

const declared = Object.keys(untouched).join(', ')

/** What is pressed of a control: a field by its box, a box by its words. */
const targetOf = (control: Element): Element => (control.matches('input, [role=combobox]') && control.closest('label, [data-x-part=box], [data-x-part=date-box], [data-x-part=select], [data-x-part=multi-select], [data-x-part=autocomplete]')) || control

const isShown = (element: Element) => {
  const { width, height } = element.getBoundingClientRect()
  return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible' && !element.matches(':disabled, [aria-disabled=true]')
}

interface Reach {
  readonly size: number
  /** It ends where another control begins. */
  readonly meets: boolean
}

/** How far from the middle of a control, along an axis, a finger still hits it. */
function reachOf(control: Element, axis: 'x' | 'y'): Reach {
  const own = targetOf(control)
  const { left, right, top, bottom } = control.getBoundingClientRect()
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const hitAt = (by: number) => {
    const at = { ...middle, [axis]: middle[axis] + by }
    return document.elementFromPoint(at.x, at.y)
  }
  const run = (step: number): Reach => {
    let by = 0
    while (Math.abs(by) < 60 && own.contains(hitAt(by + step))) by += step
    return { size: Math.abs(by), meets: Boolean(hitAt(by + step)?.closest(`${CONTROLS}, label`)) }
  }
  const [back, on] = [run(-0.5), run(0.5)]
  return { size: back.size + on.size + 0.5, meets: back.meets || on.meets }
}

function tooSmall(within: string): string[] {
  return [...document.querySelectorAll(`:is(${within}) :is(${CONTROLS})`)]
    .filter((control) => isShown(control) && !control.matches(declared))
    .flatMap((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center' })
      const [wide, high] = [reachOf(control, 'x'), reachOf(control, 'y')]
      return wide.size < NARROWEST || high.size < (high.meets || control.matches(lowered) ? NARROWEST : TOUCH - EDGES) ? [`${wide.size} x ${high.size}: ${told(control)}`] : []
    })
}

const show = (name: string) => {
  const Demo = demos[name]
  stage(<div style={{ padding: MARGIN, paddingBlock: 100 }}>{Demo ? <Demo /> : null}</div>)
}

describe('under a finger at 390 px', () => {
  it.each(Object.keys(demos))('every control of %s is hit in 44 px', async (name) => {
    show(name)
    await atRest()
    expect(tooSmall('main')).toEqual([])
  })
  it.each(openStates)('every control of %s when opened is hit in 44 px', async (name, open, sight) => {
    show(name)
    await settled()
    await open()
    await expect.poll(() => document.querySelector(sight), { interval: 10 }).not.toBeNull()
    await atRest()
    expect(tooSmall('body > :not(main)')).toEqual([])
    await userEvent.keyboard('{Escape}')
  })
})
