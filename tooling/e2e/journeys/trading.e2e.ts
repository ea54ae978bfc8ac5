import { createHash } from 'node:crypto'
import { add, compare, decimal, formatDecimal, sub, sum } from '@x/decimal'
import type { Locator, Page, Request } from '@playwright/test'
import { enterPaperMode, expect, type JourneyLanguage, register, test, WORDS } from '../fixtures.ts'
import {
  type Account,
  openForm,
  openOrderRows,
  placeLimit,
  placeMarketBuy,
  priceAway,
  readAccount,
  steady,
  submitName,
  textOf,
} from '../trading.ts'

// In the last files of a run, so that all workers are busy to its end.
test.describe.configure({ mode: 'parallel' })

test('keeps paper orders, fills and balances across a reload and a kill', async ({
  page,
  home,
  ownGateway: { url, kill },
  consoleErrors,
}) => {
  await tradeOnce(page, { url, language: 'en', isPhone: false })

  const price = await priceAway(page, { url, share: '0.9' })
  const answered = page.waitForResponse('**/v1/spot/order/place')
  await placeLimit(page, { price, amount: '0.01' })
  await (await answered).finished()
  await expect(openOrderRows(page)).toHaveCount(1)
  const before = await readAccount(page, { url })

  await page.reload()
  await expect(openOrderRows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: textOf('realm.leave'), exact: true })).toBeVisible()
  expect(await readAccount(page, { url })).toEqual(before)
  expect(consoleErrors).toEqual([])

  await kill()
  await expect(page.getByRole('status', { name: textOf('spot.dataAge') })).not.toHaveText(
    textOf('spot.live'),
  )
  const again = await home.start()
  try {
    expect(await readAccount(page, { url }), 'nothing that was acknowledged is lost').toEqual(
      before,
    )
    await expect(
      page.getByRole('status', { name: textOf('spot.dataAge') }),
      'the page recovers by itself',
    ).toHaveText(textOf('spot.live'))
    // While the gateway was away the browser itself writes about each connection that was refused;
    // nothing else may be there.
    expect(
      consoleErrors.filter(
        (text) =>
          !/ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|WebSocket connection to/.test(
            text,
          ),
      ),
    ).toEqual([])
    consoleErrors.length = 0
    // The row is hidden before the request is sent.
    const cancelled = page.waitForResponse('**/v1/spot/order/cancel')
    await openOrderRows(page).click()
    await (await cancelled).finished()
    await expect(openOrderRows(page)).toHaveCount(0)
    const after = await readAccount(page, { url })
    expect(after.history[0]).toMatchObject({
      orderId: before.open[0]?.orderId,
      status: 'cancelled',
    })
    expect(after.fills).toEqual(before.fills)
    expect(total(after, 'USDT')).toBe(total(before, 'USDT'))
    expect(consoleErrors).toEqual([])
  } finally {
    await again.stop()
  }
})

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('trades on paper in Arabic, right to left', async ({
    page,
    gateway: { url },
    consoleErrors,
  }) => {
    await tradeOnce(page, { url, language: 'ar', isPhone: true })
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    for (const path of ['/ar/spot/BTCUSDT', '/ar/asset', '/ar/record/exchange', '/ar']) {
      await page.goto(url + path)
      // The header is widest for a logged-in user.
      await expect(page.getByRole('banner').getByText(WORDS.ar.demo, { exact: true })).toBeVisible()
      await expect
        .poll(
          () =>
            page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
          `${path} does not scroll sideways`,
        )
        .toBe(0)
    }
    expect(consoleErrors).toEqual([])
  })
})

test('refuses altered copies of a signed order and accepts the genuine one', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: 'signer@example.com' })
  await enterPaperMode(page)
  const price = await priceAway(page, { url, share: '0.9' })
  const verdicts: Record<string, string> = {}

  let genuine: { headers: Record<string, string>; body: string } | undefined
  const send = async (text: string, headers: Record<string, string>) => {
    const sent = Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => !/^(:|content-length$|host$|connection$)/.test(name),
      ),
    )
    const answer = await page.request.post(`${url}/v1/spot/order/place`, {
      headers: sent,
      data: Buffer.from(text),
    })
    return ((await answer.json()) as { code: string }).code
  }
  await page.route('**/v1/spot/order/place', async (route) => {
    const headers = await route.request().allHeaders()
    const body = route.request().postData() ?? ''
    genuine = { headers, body }
    const altered = body.replace('"0.01', '"0.09')
    expect(altered).not.toBe(body)
    verdicts['tampered'] = await send(altered, headers)
    verdicts['tampered, fingerprint recomputed'] = await send(altered, {
      ...headers,
      'device-sign-data-md5': fingerprint(headers, altered),
    })
    await route.continue()
  })
  const placed = await placeLimit(page, { price, amount: '0.01' })
  const answer = await placed.response()
  verdicts['genuine'] =
    ((await answer?.json()) as { code: string } | undefined)?.code ?? 'unanswered'
  verdicts['replayed'] = await send(genuine?.body ?? '', genuine?.headers ?? {})
  expect(verdicts).toEqual({
    tampered: '00021',
    'tampered, fingerprint recomputed': '00023',
    genuine: '0',
    replayed: '00022',
  })
  await expect
    .poll(async () => (await readAccount(page, { url })).open.map(({ size }) => Number(size)))
    .toEqual([0.01])

  await page.unroute('**/v1/spot/order/place')
  await page.route('**/v1/spot/order/place', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-realm': 'live' } }),
  )
  const answered = page.waitForResponse('**/v1/spot/order/place')
  await placeLimit(page, { price, amount: '0.02' })
  expect(await (await answered).json()).toMatchObject({ code: '40901' })
  await page.unroute('**/v1/spot/order/place')
  expect((await readAccount(page, { url })).open).toHaveLength(1)
  expect(consoleErrors).toEqual([])
})

async function tradeOnce(
  page: Page,
  { url, language, isPhone }: { url: string; language: JourneyLanguage; isPhone: boolean },
): Promise<void> {
  await register(page, { url, email: `trader-${language}@example.com`, language })
  await enterPaperMode(page, language)
  const start = await readAccount(page, { url })
  expect(start.assets).toContainEqual({ asset: 'USDT', available: '50000', held: '0' })

  const price = await priceAway(page, { url, share: '0.9' })
  const limit = await placeLimit(page, { price, amount: '0.01', language, isPhone })
  await assertSigned(limit)
  await expect(openOrderRows(page, language)).toHaveCount(1)
  const resting = await readAccount(page, { url })
  expect(resting.open).toMatchObject([{ symbol: 'BTCUSDT', price, status: 'open' }])
  expect(total(resting, 'USDT')).toBe('50000')
  expect(
    resting.assets.find(({ asset }) => asset === 'USDT')?.held,
    'the order holds its worth',
  ).not.toBe('0')

  const cancelled = page.waitForRequest('**/v1/spot/order/cancel')
  await openOrderRows(page, language).click()
  await assertSigned(await cancelled)
  await expect(openOrderRows(page, language)).toHaveCount(0)
  expect((await readAccount(page, { url })).assets).toEqual(start.assets)

  const market = await placeMarketBuy(page, { total: '1000', language, isPhone })
  await assertSigned(market)
  await expect
    .poll(async () => (await readAccount(page, { url })).history.map(({ status }) => status))
    .toEqual(['filled', 'cancelled'])
  const end = await readAccount(page, { url })
  expect(end.fills.length).toBeGreaterThan(0)
  assertBalances({ start, end })
}

/**
 * MD5 of the string to sign in mode 2 (wire 2): path, the first eight digits of tm, trace id, body.
 */
function fingerprint(
  headers: Record<string, string>,
  body: string,
  { path = '/v1/spot/order/place' } = {},
): string {
  const text = [path, headers['tm']?.slice(0, 8), headers['trace-id'], body].join('\n')
  return createHash('md5').update(text).digest('hex')
}

/** Wire 2 and 3: mode 2 signs the body; all four headers, in their form. */
async function assertSigned(request: Request): Promise<void> {
  const headers = await request.allHeaders()
  expect(headers).toMatchObject({
    'device-sign-mode': '2',
    'device-sign': expect.stringMatching(/^[A-Za-z0-9+/]{171}=$|^[A-Za-z0-9+/]{342}==$/),
    'device-sign-data-md5': fingerprint(headers, request.postData() ?? '', {
      path: new URL(request.url()).pathname,
    }),
    'device-sign-key': expect.stringMatching(/^\S+$/),
    'x-realm': 'paper',
    tm: expect.stringMatching(/^\d{13}$/),
  })
  const answer = await request.response()
  expect(await answer?.json()).toMatchObject({ code: '0' })
}

/** Checks that balances change by fills and fees exactly. */
function assertBalances({ start, end }: { start: Account; end: Account }): void {
  const paid = sum(end.fills.map(({ value }) => decimal(value)))
  const bought = sum(end.fills.map(({ size }) => decimal(size)))
  const fees = sum(end.fills.map(({ fee }) => decimal(fee)))
  expect(end.fills.every(({ side, feeAsset }) => side === 'buy' && feeAsset === 'BTC')).toBe(true)
  expect(compare(fees, decimal('0'))).toBe(1)
  expect(total(end, 'USDT')).toBe(
    formatDecimal(sub(decimal(total(start, 'USDT')), paid), { trim: true }),
  )
  expect(total(end, 'BTC')).toBe(
    formatDecimal(sub(add(decimal(total(start, 'BTC')), bought), fees), { trim: true }),
  )
  expect(total(end, 'ETH')).toBe(total(start, 'ETH'))
}

function total({ assets }: Account, name: string): string {
  const found = assets.find(({ asset }) => asset === name)
  return formatDecimal(add(decimal(found?.available ?? '0'), decimal(found?.held ?? '0')), {
    trim: true,
  })
}

/** Names and figures of a list of terms that do not lie within it, and figures that are cut. */
const outOfPlace = (terms: Locator) =>
  terms.evaluateAll((lists) =>
    lists.flatMap((list) => {
      const space = (list.parentElement ?? list).getBoundingClientRect()
      const style = getComputedStyle(list.parentElement ?? list)
      const [from, to] = [
        space.left + Number.parseFloat(style.paddingLeft),
        space.right - Number.parseFloat(style.paddingRight),
      ]
      return [...list.querySelectorAll<HTMLElement>('dt, dd')]
        .filter((term) => {
          const box = term.getBoundingClientRect()
          return (
            box.left < from - 0.5 ||
            box.right > to + 0.5 ||
            (term.tagName === 'DD' && term.scrollWidth > term.clientWidth)
          )
        })
        .map((term) => term.textContent)
    }),
  )

test('previews the average buy price in form and confirmation (trading 2)', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await register(page, { url, email: 'average@example.com' })
  await enterPaperMode(page)
  await placeMarketBuy(page, { total: '3000' })
  const form = await openForm(page)
  const line = form.getByText(textOf('orders.averageBuy'), { exact: true })
  await expect(line).toBeVisible()
  const terms = form.locator('dl')
  const figures = line.locator('xpath=following-sibling::dd')
  await expect
    .poll(
      async () => (await readAccount(page, { url })).history.map(({ status }) => status),
      'each fill moves the average',
    )
    .toEqual(['filled'])
  const [before = ''] = (await steady(() => figures.innerText())).split(' ')
  await form.getByLabel(textOf('spot.total'), { exact: true }).fill('2000')
  await expect(figures).toHaveText(/^[\d,.]+ → [\d,.]+ USDT$/)
  await expect.poll(() => outOfPlace(terms)).toEqual([])
  await form.getByRole('button', { name: submitName('spot.paperBuyBase') }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText(new RegExp(`^${before} USDT → [\\d,.]+ USDT$`))).toBeVisible()
  await expect.poll(() => outOfPlace(question.locator('dl'))).toEqual([])
  await page.keyboard.press('Escape')

  await form.getByRole('radio', { name: textOf('spot.sell'), exact: true }).check()
  await expect(figures).toHaveText(`${before} USDT`)
  const { fills } = await readAccount(page, { url })
  const held = fills.map(({ size }) => decimal(size)).reduce((sum, size) => add(sum, size))
  // The fee was taken of what was bought; of the paper account's own bitcoin there is enough for
  // the step.
  await form.getByLabel(textOf('spot.amount'), { exact: true }).fill(formatDecimal(held))
  const sell = submitName('spot.paperSellBase')
  await form.getByRole('button', { name: sell }).click()
  await question.getByRole('button', { name: sell }).click()
  await expect(line).toBeHidden()
  expect(consoleErrors).toEqual([])
})
