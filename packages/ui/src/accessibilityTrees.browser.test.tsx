import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { demos } from './demoList.ts'
import { atRest, clearStage, stage } from './testStage.tsx'
import { openStates } from './testStates.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

async function show(name: string) {
  const Demo = demos[name]
  stage(Demo ? <Demo /> : null)
  await expect.poll(() => document.querySelector('main')?.childElementCount).toBeGreaterThan(0)
  await atRest()
}

describe('the accessibility tree', () => {
  it.each(Object.keys(demos))('of %s is the one on record', async (name) => {
    await show(name)
    await expect.element(page.elementLocator(document.querySelector('main') as Element)).toMatchAriaSnapshot()
  })

  it.each(openStates)('of %s when opened is the one on record', async (name, open, sight) => {
    await show(name)
    await open()
    await expect.poll(() => document.querySelector(sight)).not.toBeNull()
    await atRest()
    const popup = document.querySelector(sight) as Element
    await expect.element(page.elementLocator(popup.closest('[role=listbox]') ?? popup)).toMatchAriaSnapshot()
    await userEvent.keyboard('{Escape}')
  })
})
