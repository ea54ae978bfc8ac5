import { stepUpByMail } from '../account.ts'
import { expect, register, test } from '../fixtures.ts'
import { openForm, textOf } from '../trading.ts'

const SHOTS = process.env['SHOTS_DIR']
const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const EMAIL = 'first-withdrawal@example.com'
const USDT_UNIT = 1_000_000n
/** `balanceOf(address)` of ERC-20. */
const BALANCE_OF = '0x70a08231'

test('trades a deposit and withdraws the rest to the chain', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: EMAIL })
  const coins = await page.request.get(`${url}/v1/mix/config/coins`)
  const { data } = (await coins.json()) as {
    data: { coins: { asset: string; networks: { network: string; contract: string }[] }[] }
  }
  const contract = data.coins
    .find(({ asset }) => asset === 'USDT')
    ?.networks.find(({ network }) => network === 'evm-a')?.contract

  await page.goto(`${url}/en/asset/deposit`)
  await expect(page.getByTestId('deposit-address')).toHaveText(/^0x[0-9a-fA-F]{40}$/)
  await page.getByRole('button', { name: textOf('deposit.faucet') }).click()
  const row = page
    .getByRole('table', { name: textOf('deposit.history') })
    .getByRole('row')
    .nth(1)
  await expect(row).toContainText(textOf('deposit.credited'))

  await page.goto(`${url}/en/spot/BTCUSDT`)
  const form = await openForm(page)
  await form.getByRole('radio', { name: textOf('spot.market'), exact: true }).check()
  await form.getByLabel(textOf('spot.total'), { exact: true }).fill('50')
  const buy = /^Buy.*BTC/
  await form.getByRole('button', { name: buy }).click()
  const answered = page.waitForResponse('**/v1/spot/order/place')
  await page.getByRole('alertdialog').getByRole('button', { name: buy }).click()
  expect(await (await answered).json()).toMatchObject({ code: '0' })

  await page.goto(`${url}/en/asset/records`)
  await expect(
    page
      .getByRole('table', { name: textOf('deposit.history') })
      .getByRole('row')
      .nth(1),
  ).toContainText(textOf('deposit.unlocked'))

  await page.goto(`${url}/en/asset/withdraw`)
  await page.getByRole('textbox', { name: textOf('withdraw.address') }).fill(ADDRESS)
  await page.getByRole('textbox', { name: textOf('spot.amount') }).fill('100')
  await expect(page.getByTestId('withdraw-receive')).toContainText('99')
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/withdraw.png` })
  const withdraw = { name: textOf('withdraw.title'), exact: true }
  await page.getByRole('form', withdraw).getByRole('button', withdraw).click()
  await page.getByRole('alertdialog').getByRole('button', withdraw).click()
  await stepUpByMail(page, { url, email: EMAIL })
  const sent = page
    .getByRole('table', { name: textOf('withdraw.history') })
    .getByRole('row')
    .nth(1)
  await expect(sent).toContainText(textOf('deposit.unlocked'))

  const chains = (await (await page.request.get(`${url}/v1/dev/chain`)).json()) as {
    data: { network: string; url: string }[]
  }
  const node = chains.data.find(({ network }) => network === 'evm-a')
  const call = { to: contract, data: `${BALANCE_OF}${ADDRESS.slice(2).padStart(64, '0')}` }
  const answer = await page.request.post(node?.url ?? '', {
    data: { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call, 'latest'] },
  })
  const { result } = (await answer.json()) as { result: string }
  expect(BigInt(result)).toBe(99n * USDT_UNIT)
  if (SHOTS !== undefined) {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['withdraw', 'book', 'records']) {
      await page.goto(`${url}/ar/asset/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.screenshot({ path: `${SHOTS}/${path}-phone-ar.png`, fullPage: true })
    }
  }
  expect(consoleErrors).toEqual([])
})
