import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { demos } from './demoList.ts'
import { openStates } from './testStates.ts'
import { atRest, clearStage, stage } from './testStage.tsx'

const faces = (['dark', 'light'] as const).flatMap((theme) => (['ltr', 'rtl'] as const).map((direction) => ({ theme, direction })))

afterEach(clearStage)

async function violations(): Promise<string[]> {
  await atRest()
  const { violations: found } = await axe.run(document.body, { rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } } })
  return found.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n')[1] ?? ''}`))
}

describe.each(faces)('axe, $theme, $direction', (face) => {
  it.each(Object.keys(demos))('finds nothing in %s', async (name) => {
    const Demo = demos[name]
    stage(Demo ? <Demo /> : null, face)
    await page.viewport(1280, 800)
    await expect.poll(() => document.querySelector('main')?.childElementCount).toBeGreaterThan(0)
    expect(await violations()).toEqual([])
  })
})

describe.each(faces)('axe with a popup open, $theme, $direction', (face) => {
  it.each(openStates)('finds nothing in %s', async (name, open, sight) => {
    const Demo = demos[name]
    stage(Demo ? <Demo /> : null, face)
    await page.viewport(1280, 800)
    await expect.poll(() => document.querySelector('main')?.childElementCount).toBeGreaterThan(0)
    await open()
    await expect.poll(() => document.querySelector(sight)).not.toBeNull()
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Escape}')
  })
})

it('axe finds nothing in the bottom sheet of a select on a phone', async () => {
  const Demo = demos['select/Selects']
  stage(Demo ? <Demo /> : null)
  await page.viewport(390, 800)
  await userEvent.click(page.getByRole('combobox', { name: 'Pair' }))
  await expect.poll(() => document.querySelector('[role=dialog] [role=listbox]')).not.toBeNull()
  expect(await violations()).toEqual([])
})
