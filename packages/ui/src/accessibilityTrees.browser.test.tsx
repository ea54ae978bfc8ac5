import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { demos } from './testing/support/demos.ts'
import { playAnimations } from './testing/support/devTools.ts'
import { animationsEnded, clearStage, stage } from './testing/support/stage.tsx'
import { openStates } from './testing/support/openStates.ts'

beforeAll(async () => {
  await page.viewport(1280, 800)
  await playAnimations({ rate: 50 })
})
afterEach(clearStage)
afterAll(() => playAnimations({ rate: 1 }))

function show(name: string) {
  const Demo = demos[name]
  stage(Demo ? <Demo /> : null)
  expect(document.querySelector('main')?.childElementCount).toBeGreaterThan(0)
}

describe('accessibility tree', () => {
  it.each(Object.keys(demos))('matches the snapshot of %s', async (name) => {
    show(name)
    await animationsEnded()
    await expect
      .element(page.elementLocator(document.querySelector('main') as Element))
      .toMatchAriaSnapshot()
  })

  it.each(openStates)('matches the snapshot of %s when opened', async (name, open, sight) => {
    show(name)
    await open()
    await expect.poll(() => document.querySelector(sight), { interval: 10 }).not.toBeNull()
    await animationsEnded()
    const popup = document.querySelector(sight) as Element
    await expect
      .element(page.elementLocator(popup.closest('[role=listbox]') ?? popup))
      .toMatchAriaSnapshot()
    await userEvent.keyboard('{Escape}')
  })
})
