import { enterPaperMode, expect, login, test } from '../fixtures.ts'
import { looksTaken, violationsOf } from '../inspectAccessibility.ts'
import { openForm, openOrderRows, placeLimit, priceAway, submitName, textOf } from '../trading.ts'

test('opens every dialog, menu and sheet of the terminal without accessibility violations', async ({
  page,
  gateway: { url, demo },
  consoleErrors,
}) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await enterPaperMode(page)
  const found: string[] = []
  /** Checks what a press opens and closes it by key. */
  const look = async (
    name: string,
    {
      open,
      role,
    }: { open: () => Promise<unknown>; role: 'alertdialog' | 'dialog' | 'menu' | 'listbox' },
  ) => {
    await open()
    await expect(page.getByRole(role).first()).toBeVisible()
    found.push(...(await violationsOf(page, { name })))
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toHaveCount(0)
  }
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
  console.log(`axe: ${looksTaken()} looks, ${found.length} violations`)
  expect(found).toEqual([])
  expect(consoleErrors).toEqual([])
})
