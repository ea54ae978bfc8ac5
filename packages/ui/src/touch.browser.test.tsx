import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { demos } from './testing/support/demos.ts'
import { playAnimations } from './testing/support/devTools.ts'
import { animationsEnded, clearStage, settled, stage } from './testing/support/stage.tsx'
import { openStates } from './testing/support/openStates.ts'
import { tooSmall } from './testing/support/touchTargets.ts'

/** Margins of a page at its sides. */
const MARGIN = 12

beforeAll(async () => {
  await page.viewport(390, 800)
  await playAnimations({ rate: 50 })
})
afterEach(clearStage)
afterAll(() => playAnimations({ rate: 1 }))

/** Controls that are not touch targets, and why. */
const untouched: Readonly<Record<string, string>> = {
  '[aria-label=Dismiss]': 'The engine of overlays gives readers a way out that is not seen.',
  '[aria-disabled=true]': 'There is nothing to press.',
}
/** Controls lower than 44 px with nothing beside them, and why. */
const low: Readonly<Record<string, string>> = {
  '[role=rowgroup] [role=row] *':
    'Rows of a table stand 36 px apart; what is in them is pressed as high as the row.',
  '[aria-label=Clear], [data-x-part=tag] button':
    'Around it a finger opens the list: a press beside it must empty nothing.',
}
const tooSmallWithin = (within: string) =>
  tooSmall({
    within,
    ignored: Object.keys(untouched).join(', '),
    lowered: Object.keys(low).join(', '),
  })

const show = (name: string) => {
  const Demo = demos[name]
  stage(<div style={{ padding: MARGIN, paddingBlock: 100 }}>{Demo ? <Demo /> : null}</div>)
}

describe('touch targets at 390 px', () => {
  it.each(Object.keys(demos))('are 44 px in %s', async (name) => {
    show(name)
    await animationsEnded()
    expect(tooSmallWithin('main')).toEqual([])
  })
  it.each(openStates)('are 44 px in %s when opened', async (name, open, sight) => {
    show(name)
    await settled()
    await open()
    await expect.poll(() => document.querySelector(sight), { interval: 10 }).not.toBeNull()
    await animationsEnded()
    expect(tooSmallWithin('body > :not(main)')).toEqual([])
    await userEvent.keyboard('{Escape}')
  })
})
