import type { Locator } from '@playwright/test'
import { fillMailedCode, signInAt, stepUpByMail } from '../account.ts'
import { expect, test } from '../fixtures.ts'
import { violationsOf } from '../inspectAccessibility.ts'
import { openForm, textOf } from '../trading.ts'

// In the last files of a run, so that all workers are busy to its end.
test.describe.configure({ mode: 'parallel' })

const SHOTS = process.env['SHOTS_DIR']
const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
/** Somebody else's, on a development chain. */
const LTC_ADDRESS = 'rltc1qqcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxjmq84f'
const EMAIL = 'first-withdrawal@example.com'
const USDT_UNIT = 1_000_000n
/** `balanceOf(address)` of ERC-20. */
const BALANCE_OF = '0x70a08231'

test('trades a deposit, withdraws to the chain and swaps with a wallet', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.goto(`${url}/en/login/third/wallet`)
  await signInAt(page, { name: 'first-withdrawal' })
  await page.getByRole('textbox', { name: textOf('register.email') }).fill(EMAIL)
  await fillMailedCode(page, { url, email: EMAIL })
  await page.getByRole('button', { name: textOf('register.submit') }).click()
  await expect(page).toHaveURL(`${url}/en/spot/BTCUSDT`)
  const coins = await page.request.get(`${url}/v1/mix/config/coins`)
  const { data } = (await coins.json()) as {
    data: { coins: { asset: string; networks: { network: string; contract: string }[] }[] }
  }
  const contract = data.coins
    .find(({ asset }) => asset === 'USDT')
    ?.networks.find(({ network }) => network === 'evm-a')?.contract

  // A user with nothing is shown where to begin.
  await page.goto(`${url}/en/asset`)
  const start = page.getByRole('region', { name: textOf('start.title') })
  await expect(start).toBeVisible()
  expect(await violationsOf(page, { name: 'start' })).toEqual([])
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/start.png` })
  await start.getByRole('link', { name: textOf('start.deposit') }).click()
  await expect(page.getByTestId('deposit-address')).toHaveText(/^0x[0-9a-fA-F]{40}$/)
  await page.getByRole('button', { name: textOf('deposit.faucet') }).click()
  const row = page
    .getByRole('table', { name: textOf('deposit.history') })
    .getByRole('row')
    .nth(1)
  // A busy page may draw it once it is unlocked already.
  await expect(row).toContainText(
    new RegExp(`${textOf('deposit.credited')}|${textOf('deposit.unlocked')}`),
  )

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
  const balanceOf = async (address: string): Promise<bigint> => {
    const call = { to: contract, data: `${BALANCE_OF}${address.slice(2).padStart(64, '0')}` }
    const answer = await page.request.post(node?.url ?? '', {
      data: { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call, 'latest'] },
    })
    const { result } = (await answer.json()) as { result: string }
    return BigInt(result)
  }
  expect(await balanceOf(ADDRESS)).toBe(99n * USDT_UNIT)

  await page.goto(`${url}/en/swap`)
  const swap = page.getByRole('form', { name: textOf('swap.title'), exact: true })
  await swap.getByRole('textbox', { name: textOf('spot.amount') }).fill('50')
  await swap.getByRole('button', { name: textOf('convert.quote') }).click()
  await expect(swap.getByRole('button', { name: textOf('swap.sign') })).toBeVisible()
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/swap.png`, fullPage: true })
  const signed = page.waitForResponse('**/v1/swap/web3/sign')
  await swap.getByRole('button', { name: textOf('swap.sign') }).click()
  const answer = (await (await signed).json()) as { code: string; data: { wallet: string } }
  expect(answer).toMatchObject({ code: '0', data: { fromAsset: 'USDT', amount: '50' } })
  await expect(page.getByRole('table', { name: textOf('swap.history') })).toContainText('ETH')
  expect(await violationsOf(page, { name: 'swap' })).toEqual([])

  const out = { name: textOf('swap.withdraw'), exact: true }
  const payout = page.getByRole('form', out)
  await payout.getByRole('combobox', { name: textOf('orders.asset') }).click()
  await page.getByRole('option', { name: 'USDT' }).click()
  await payout.getByRole('textbox', { name: textOf('spot.amount') }).fill('20')
  await payout.getByRole('button', out).click()
  await page.getByRole('alertdialog').getByRole('button', out).click()
  await expect.poll(() => balanceOf(answer.data.wallet), { timeout: 300_000 }).toBe(19n * USDT_UNIT)
  if (SHOTS !== undefined) {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['asset/withdraw', 'asset/book', 'asset/records', 'swap', 'asset']) {
      await page.goto(`${url}/ar/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const name = path.replace('/', '-')
      await page.screenshot({ path: `${SHOTS}/${name}-phone-ar.png`, fullPage: true })
    }
  }
  expect(consoleErrors).toEqual([])
})

// A coin without accounts, where its node is installed.
test('withdraws a deposit of Litecoin', async ({ page, gateway: { url }, consoleErrors }) => {
  const coins = await page.request.get(`${url}/v1/mix/config/coins`)
  const { data } = (await coins.json()) as { data: { networks: { network: string }[] } }
  const isInstalled = data.networks.some(({ network }) => network === 'ltc')
  test.skip(!isInstalled, 'litecoind is not installed')
  const email = 'first-litecoin@example.com'
  await page.goto(`${url}/en/login/third/wallet`)
  await signInAt(page, { name: 'first-litecoin' })
  await page.getByRole('textbox', { name: textOf('register.email') }).fill(email)
  await fillMailedCode(page, { url, email })
  await page.getByRole('button', { name: textOf('register.submit') }).click()
  await expect(page).toHaveURL(`${url}/en/spot/BTCUSDT`)
  const choose = async (scope: Locator) => {
    await scope.getByRole('combobox', { name: textOf('orders.asset') }).click()
    await page.getByRole('option', { name: /^LTC/ }).click()
  }
  const firstRow = (table: Parameters<typeof textOf>[0]) =>
    page
      .getByRole('table', { name: textOf(table) })
      .getByRole('row')
      .nth(1)
  /** Nobody waits for blocks. */
  const mine = () =>
    page.request.post(`${url}/v1/dev/chain/mine`, { data: { network: 'ltc', blocks: 6 } })
  await page.goto(`${url}/en/asset/deposit`)
  await choose(page.getByRole('region', { name: textOf('deposit.title'), exact: true }))
  await expect(page.getByTestId('deposit-address')).toHaveText(/^rltc1q[0-9a-z]{38}$/)
  await page.getByRole('button', { name: textOf('deposit.faucet') }).click()
  await expect(firstRow('deposit.history')).toContainText('LTC')
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/deposit-ltc.png` })
  await mine()
  await expect(firstRow('deposit.history')).toContainText(textOf('deposit.unlocked'))

  await page.goto(`${url}/en/asset/withdraw`)
  const withdraw = { name: textOf('withdraw.title'), exact: true }
  const form = page.getByRole('form', withdraw)
  await choose(form)
  await form.getByRole('textbox', { name: textOf('withdraw.address') }).fill(LTC_ADDRESS)
  await form.getByRole('textbox', { name: textOf('spot.amount') }).fill('2')
  await expect(page.getByTestId('withdraw-receive')).toContainText('1.995')
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/withdraw-ltc.png` })
  await form.getByRole('button', withdraw).click()
  await page.getByRole('alertdialog').getByRole('button', withdraw).click()
  await stepUpByMail(page, { url, email })
  await expect(firstRow('withdraw.history')).toContainText('LTC')
  await expect(firstRow('withdraw.history')).toContainText(textOf('deposit.unlocked'))

  const chains = (await (await page.request.get(`${url}/v1/dev/chain`)).json()) as {
    data: { network: string; url: string }[]
  }
  const node = new URL(chains.data.find(({ network }) => network === 'ltc')?.url ?? '')
  const user = Buffer.from(`${node.username}:${node.password}`).toString('base64')
  const answer = await page.request.post(node.origin, {
    headers: { authorization: `Basic ${user}` },
    data: { id: 1, method: 'scantxoutset', params: ['start', [`addr(${LTC_ADDRESS})`]] },
  })
  expect(await answer.text()).toContain('"total_amount":1.99500000')
  expect(consoleErrors).toEqual([])
})
