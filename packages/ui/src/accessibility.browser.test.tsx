import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { demos } from './demoList.ts'
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

const press = (name: string) => async () => {
  await userEvent.click(page.getByRole('button', { name, exact: true }))
}

/** A demo, what opens it, and what is then in sight. */
const opened: readonly (readonly [string, () => Promise<void>, string])[] = [
  ['dialog/DialogDemo', press('Withdraw…'), '[role=dialog]'],
  ['message-dialog/Messages', press('Confirm'), '[role=alertdialog]'],
  ['message-dialog/Messages', press('Prompt'), '[role=alertdialog]'],
  ['drawer/Drawers', press('rtl'), '[role=dialog]'],
  ['drawer/Drawers', press('btt'), '[role=dialog]'],
  ['popover/PopoverDemo', press('Filter'), '[role=dialog]'],
  ['menu/MenuDemo', press('Account'), '[role=menu]'],
  ['toast/Toasts', press('error'), '[data-toast]'],
  ['select/Selects', () => userEvent.click(page.getByRole('combobox', { name: 'Order type' })), '[role=listbox]'],
  ['select/Selects', () => userEvent.click(page.getByRole('combobox', { name: 'Address' })), '[role=listbox]'],
  ['select/MultiSelects', () => userEvent.click(page.getByRole('combobox', { name: 'Coins' })), '[role=listbox]'],
  ['action-sheet/Sheets', press('Position'), '[role=dialog]'],
  ['action-sheet/Sheets', press('Accounts'), '[role=dialog]'],
  ['date-picker/DatePickers', () => userEvent.click(document.querySelector('[data-x-part=date-box] [aria-haspopup]') as Element), '[data-x-part=calendar]'],
  ['date-range/DateRanges', () => userEvent.click(document.querySelector('[data-x-part=date-box] [aria-haspopup]') as Element), '[data-x-part=calendar]'],
  ['mobile-calendar/MobileCalendars', press('range'), '[data-x-part=month-list]'],
  ['notification/Notifications', press('error'), '[data-x-part=notification]'],
  ['autocomplete/Autocompletes', () => userEvent.type(page.getByRole('combobox', { name: 'Coin' }), 'bit'), '[role=option]'],
  ['tooltip/TooltipDemo', () => userEvent.hover(page.getByRole('button', { name: 'Fee' })), '[role=tooltip]'],
]

describe.each(faces)('axe with a popup open, $theme, $direction', (face) => {
  it.each(opened)('finds nothing in %s', async (name, open, sight) => {
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
