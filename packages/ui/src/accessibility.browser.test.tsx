import axe from 'axe-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { demos } from './testing/support/demos.ts'
import { playAnimations } from './testing/support/devTools.ts'
import { openStates } from './testing/support/openStates.ts'
import { animationsEnded, clearStage, stage } from './testing/support/stage.tsx'

beforeAll(async () => {
  await page.viewport(1280, 800)
  await playAnimations({ rate: 50 })
})
afterEach(clearStage)
afterAll(() => playAnimations({ rate: 1 }))

const OFF = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
/** Rules that depend on the theme: only colours do. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

async function violations(options: axe.RunOptions = { rules: OFF }): Promise<string[]> {
  await animationsEnded()
  // The rules need no media and no style sheets of other hosts.
  const { violations: found } = await axe.run(document.body, {
    ...options,
    resultTypes: ['violations'],
    preload: false,
  })
  return found.flatMap((rule) =>
    rule.nodes.map(
      (node) =>
        `${rule.id}: ${node.html.slice(0, 160)} ${node.failureSummary?.split('\n')[1] ?? ''}`,
    ),
  )
}

/** Checks all rules in one theme and the colour rules in the other, with the same render. */
async function violationsInBothThemes(): Promise<Record<'dark' | 'light', string[]>> {
  const dark = await violations()
  document.documentElement.dataset['theme'] = 'light'
  return { dark, light: await violations({ runOnly: { type: 'rule', values: OF_COLOURS } }) }
}

const NOTHING = { dark: [], light: [] }

function show(name: string, direction?: 'ltr' | 'rtl') {
  const Demo = demos[name]
  stage(Demo ? <Demo /> : null, direction && { direction })
  expect(document.querySelector('main')?.childElementCount).toBeGreaterThan(0)
}

describe.each(['ltr', 'rtl'] as const)('axe in dark and light theme: %s', (direction) => {
  it.each(Object.keys(demos))('finds no violations in %s', async (name) => {
    show(name, direction)
    expect(await violationsInBothThemes()).toEqual(NOTHING)
  })

  it.each(openStates)('finds no violations in %s when opened', async (name, open, sight) => {
    show(name, direction)
    await open()
    await expect.poll(() => document.querySelector(sight), { interval: 10 }).not.toBeNull()
    expect(await violationsInBothThemes()).toEqual(NOTHING)
    await userEvent.keyboard('{Escape}')
  })
})

it('finds no violations in the phone sheet of a select', async () => {
  await page.viewport(390, 800)
  show('select/Selects')
  await userEvent.click(page.getByRole('combobox', { name: 'Pair' }))
  await expect.poll(() => document.querySelector('[role=dialog] [role=listbox]')).not.toBeNull()
  expect(await violationsInBothThemes()).toEqual(NOTHING)
})
