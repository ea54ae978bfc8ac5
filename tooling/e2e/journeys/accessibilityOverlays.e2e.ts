import type { Page } from '@playwright/test'
import { enterPaperMode, expect, login, register, test } from '../fixtures.ts'
import { looksTaken, violationsOf } from '../inspectAccessibility.ts'
import { openForm, openOrderRows, placeLimit, priceAway, submitName, textOf } from '../trading.ts'

interface Overlay {
  readonly open: () => Promise<unknown>
  readonly role: 'alertdialog' | 'dialog' | 'menu' | 'listbox'
}

/** Checks what a press opens and closes it by key. */
function createLook(page: Page) {
  const found: string[] = []
  const looksBefore = looksTaken()
  const look = async (name: string, { open, role }: Overlay) => {
    await open()
    await expect(page.getByRole(role).first()).toBeVisible()
    found.push(...(await violationsOf(page, { name })))
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toHaveCount(0)
  }
  const report = () =>
    console.log(`axe: ${looksTaken() - looksBefore} looks, ${found.length} violations`)
  return { found, look, report }
}

test('opens every dialog, menu and sheet of the terminal without accessibility violations', async ({
  page,
  gateway: { url, demo },
  consoleErrors,
}) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await enterPaperMode(page)
  const { found, look, report } = createLook(page)
  const banner = page.getByRole('banner')
  await look('leaving paper mode', {
    open: () => banner.getByRole('button', { name: textOf('realm.leave') }).click(),
    role: 'alertdialog',
  })
  await look('languages', {
    open: () => banner.getByRole('button', { name: textOf('shell.language') }).click(),
    role: 'dialog',
  })
  await look('settings', {
    open: () => banner.getByRole('button', { name: textOf('settings.title') }).click(),
    role: 'dialog',
  })
  await look('account', {
    open: () => banner.getByRole('button', { name: /\*\*\*@/ }).click(),
    role: 'menu',
  })
  await look('keys', { open: () => page.locator('h1').press('?'), role: 'dialog' })
  await placeLimit(page, { price: await priceAway(page, { url, share: '0.9' }), amount: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(1)
  await look('edit order', {
    open: () =>
      page
        .getByRole('button', {
          name: textOf('orders.editOrder', {
            values: { side: textOf('spot.buy'), amount: '0.01000 BTC' },
          }),
        })
        .first()
        .click(),
    role: 'dialog',
  })
  const form = await openForm(page)
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check()
  await form.getByLabel(textOf('spot.total'), { exact: true }).fill('100')
  await look('confirmation', {
    open: () => form.getByRole('button', { name: submitName('spot.paperBuyBase') }).click(),
    role: 'alertdialog',
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await look('order sheet', { open: () => openForm(page, { isPhone: true }), role: 'dialog' })
  report()
  expect(found).toEqual([])
  expect(consoleErrors).toEqual([])
})

test('opens every dialog of a contract without accessibility violations (futures 12)', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await register(page, { url, email: 'contract-overlays@example.com' })
  await enterPaperMode(page)
  await page.goto(`${url}/en/futures/usdt/BTCUSDT`)
  await page
    .getByRole('complementary', { name: textOf('contract.guide') })
    .getByRole('button', { name: textOf('contract.read') })
    .click()
  const name = textOf('contract.moveFunds', { values: { amount: '50,000 USDT' } })
  const funds = page.getByRole('button', { name })
  await funds.click()
  // The form moves up as the offer to move funds goes.
  await expect(funds).toBeHidden()
  const form = page.getByRole('form', { name: textOf('spot.form') })
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check()
  await form.getByLabel(textOf('positions.size'), { exact: true }).fill('0.01')
  const row = page
    .getByRole('table', { name: textOf('positions.title') })
    .getByRole('row')
    .filter({ hasText: textOf('positions.long') })
  await form.getByRole('button', { name: /0\.01/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: new RegExp(textOf('contract.buyLong')) })
    .click()
  await expect(row).toHaveCount(1)

  const { found, look, report } = createLook(page)
  const settings = page.getByRole('group', { name: textOf('contract.settings') })
  for (const key of ['marginMode', 'leverage', 'positionMode', 'calculator', 'rehearsal']) {
    const name = new RegExp(`^${textOf(`contract.${key}`)}`)
    // One after the other: they share the page.
    // oxlint-disable-next-line no-await-in-loop
    await look(key, {
      open: () => settings.getByRole('button', { name }).click(),
      role: 'dialog',
    })
  }
  const position = { values: { position: 'BTCUSDT Long' } }
  await look('close', {
    open: () => row.getByRole('button', { name: textOf('positions.closeTitle', position) }).click(),
    role: 'dialog',
  })
  await look('exits', {
    open: async () => {
      await page.getByRole('button', { name: textOf('positions.more', position) }).click()
      await page.getByRole('menuitem', { name: textOf('positions.exits') }).click()
    },
    role: 'dialog',
  })
  report()
  expect(found).toEqual([])
  expect(consoleErrors).toEqual([])
})
