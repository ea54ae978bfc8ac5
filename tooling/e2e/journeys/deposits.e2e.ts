import { expect, register, test } from '../fixtures.ts'
import { openForm, textOf } from '../trading.ts'

const SHOTS = process.env['SHOTS_DIR']

test('trades with test coins two minutes after registration', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: 'first-deposit@example.com' })
  const begun = Date.now()
  await page.goto(`${url}/en/asset/spot`)
  await page.getByRole('link', { name: textOf('assets.deposit'), exact: true }).click()
  await expect(page).toHaveURL(`${url}/en/asset/deposit`)
  await expect(page.getByTestId('deposit-address')).toHaveText(/^0x[0-9a-fA-F]{40}$/)
  await expect(page.getByRole('img', { name: textOf('deposit.address') })).toBeVisible()
  await page.getByRole('button', { name: textOf('deposit.faucet') }).click()

  const row = page
    .getByRole('table', { name: textOf('deposit.history') })
    .getByRole('row')
    .nth(1)
  // A busy page may draw a state once the next one has come.
  const states = ['confirming', 'credited', 'unlocked'].map((state) => textOf(`deposit.${state}`))
  await expect(row).toContainText(new RegExp(states.join('|')))
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/deposit.png` })
  await expect(row).toContainText(new RegExp(states.slice(1).join('|')))

  await page.goto(`${url}/en/spot/BTCUSDT`)
  const form = await openForm(page)
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check()
  await form.getByLabel(textOf('spot.total'), { exact: true }).fill('50')
  const name = /^Buy.*BTC/
  await form.getByRole('button', { name }).click()
  const answered = page.waitForResponse('**/v1/spot/order/place')
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  expect(await (await answered).json()).toMatchObject({ code: '0' })
  // What a user waits for is the chain: the rest of this time is the machine's.
  console.log(`Traded ${Date.now() - begun} ms after the registration`)
  const coins = await page.request.get(`${url}/v1/mix/config/coins`)
  const { data } = (await coins.json()) as {
    data: { networks: { creditAt: number; blockSeconds: number }[] }
  }
  const waits = data.networks.map(({ creditAt, blockSeconds }) => creditAt * blockSeconds)
  expect(Math.max(0, ...waits), 'in two minutes').toBeLessThan(120)
  expect(waits).not.toEqual([])

  await page.goto(`${url}/en/asset/records`)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(
    textOf('deposit.unlocked'),
  )
  if (SHOTS !== undefined) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${url}/ar/asset/deposit`)
    await expect(page.getByTestId('deposit-address')).toBeVisible()
    await page.screenshot({ path: `${SHOTS}/deposit-phone-ar.png`, fullPage: true })
  }
  expect(consoleErrors).toEqual([])
})
