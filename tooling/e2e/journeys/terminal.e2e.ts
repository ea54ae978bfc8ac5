import type { Locator, Page } from '@playwright/test'
import { decimal, formatDecimal, mul, roundToStep } from '@x/decimal'
import { enterPaperMode, expect, register, test } from '../fixtures.ts'
import { violationsOf } from '../inspectAccessibility.ts'
import { buyOnCredit } from '../margin.ts'
import {
  hurryMarket,
  lastPrice,
  openForm,
  openOrderRows,
  placeLimit,
  placeMarketBuy,
  priceAway,
  readAccount,
  submitName,
  textOf,
  orderLineOn,
} from '../trading.ts'

// In the last files of a run, so that all workers are busy to its end.
test.describe.configure({ mode: 'parallel' })

const conditional = textOf('spot.conditional')

async function chooseType(page: Page, type: string) {
  const form = await openForm(page)
  await form.getByRole('radio', { name: conditional, exact: true }).check()
  await form.getByRole('combobox', { name: textOf('spot.conditionalType') }).click()
  await page.getByRole('option', { name: textOf(`spot.type.${type}`), exact: true }).click()
  return form
}

async function submitAndConfirm(page: Page) {
  const name = submitName('spot.paperBuyBase')
  await page.getByRole('form').getByRole('button', { name }).click()
  const answered = page.waitForResponse('**/v1/spot/order/place')
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  expect(await (await answered).json()).toMatchObject({ code: '0' })
}

const tab = (page: Page, id: string) =>
  page.getByRole('tab', { name: new RegExp(`^${textOf(id)}`) })

test('shows the trigger price’s reference above the button at 1280 by 800', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${url}/en/spot/BTCUSDT`)
  const form = await openForm(page)
  const loginLink = form.getByRole('link', { name: textOf('spot.loginToTrade') })
  const isAboveLoginLink = async (what: Locator) => {
    const [seen, limit] = [await what.boundingBox(), await loginLink.boundingBox()]
    return seen !== null && limit !== null && seen.y > 100 && seen.y + seen.height <= limit.y
  }
  const mark = form.getByText(textOf('trigger.mark'), { exact: true })
  for (const type of ['stop_limit', 'stop_market', 'oco', 'trailing']) {
    await chooseType(page, type)
    await expect.poll(() => isAboveLoginLink(mark), type).toBe(true)
  }
  await form.getByRole('radio', { name: textOf('spot.limit'), exact: true }).check()
  await form.getByRole('checkbox', { name: textOf('spot.exits') }).check()
  await expect.poll(() => isAboveLoginLink(mark), 'with exits').toBe(true)
  await expect
    .poll(
      () => isAboveLoginLink(form.getByLabel(textOf('spot.stopLoss'))),
      'the exits are in sight once they are asked for',
    )
    .toBe(true)
  await form.getByRole('checkbox', { name: textOf('spot.exits') }).uncheck()
  await expect(form.getByLabel(textOf('spot.stopLoss'))).toBeHidden()
  await expect(
    form.getByLabel(textOf('spot.amount'), { exact: true }),
    'the form stands',
  ).toBeVisible()
  expect(consoleErrors).toEqual([])
})

/** Levels of each side that the book shows. */
const levelsOf = (page: Page) =>
  page
    .locator('ol[data-side]')
    .evaluateAll((sides) => Math.min(...sides.map(({ children }) => children.length)))

test('shows 12 levels a side at 900 px, 16 at 1080', async ({ page, gateway: { url } }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await expect.poll(() => levelsOf(page)).toBeGreaterThanOrEqual(12)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(() => levelsOf(page)).toBeGreaterThanOrEqual(10)
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect.poll(() => levelsOf(page), 'beside each other').toBeGreaterThanOrEqual(12)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(() => levelsOf(page)).toBeGreaterThanOrEqual(16)
  // A taller panel of orders leaves the book its rows.
  await page.evaluate(() => localStorage.setItem('x:spotLayout', 'end:480'))
  await page.reload()
  await expect.poll(() => levelsOf(page)).toBeGreaterThanOrEqual(8)
  const trades = page.getByRole('region', { name: textOf('spot.trades') })
  const book = page.getByRole('region', { name: textOf('spot.book') })
  await expect(trades, 'in a column of their own').toBeVisible()
  await expect
    .poll(async () => (await trades.boundingBox())?.height === (await book.boundingBox())?.height)
    .toBe(true)
})

const LAPTOP = { width: 1280, height: 800 }
const LOW_LAPTOP = { width: 1366, height: 650 }
const SIZES = [LAPTOP, LOW_LAPTOP]
const LANGUAGES = ['en', 'de', 'ar'] as const
/** Each language at every size at night; at each change at one, the next at the next. */
const sizesOf = (language: (typeof LANGUAGES)[number]) =>
  process.env['FORM_VIEWS'] === 'all'
    ? SIZES
    : SIZES.filter((_, at) => at === LANGUAGES.indexOf(language) % SIZES.length)

/** How much of a form its panel cuts off, px, and where its button stands. */
const placeOf = (form: Locator) =>
  form.evaluate((element) => {
    let panel = element.parentElement
    while (panel && !/auto|scroll/.test(getComputedStyle(panel).overflowY))
      panel = panel.parentElement
    const button = element.querySelector('button[type=submit]')?.getBoundingClientRect()
    return { cut: (panel?.scrollHeight ?? 0) - (panel?.clientHeight ?? 0), top: button?.top }
  })

/** Turns a form that waits for a price to one of its types. */
async function chooseConditional(page: Page, at: number): Promise<void> {
  await page.locator('form[tabindex]').getByRole('combobox').first().click()
  await page.getByRole('option').nth(at).click()
}

/** Turns a form to each type of order at each size: none is cut, none moves the button. */
async function expectEachTypeFits(
  page: Page,
  { conditionalTypes, sizes }: { conditionalTypes: number; sizes: readonly (typeof LAPTOP)[] },
): Promise<void> {
  const form = page.locator('form[tabindex]')
  const [limit, market, waiting] = [2, 3, 4].map((at) => form.getByRole('radio').nth(at))
  const exits = form.getByRole('checkbox').last()
  const fields = form.getByRole('textbox')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await limit?.check()
    const { top } = await placeOf(form)
    const expectFit = (type: string) =>
      expect
        .poll(() => placeOf(form), `${type} at ${size.width} of ${page.url()}`)
        .toEqual({ cut: 0, top })
    for (const [name, type] of [
      ['limit', limit],
      ['market', market],
    ] as const) {
      await type?.check()
      await expectFit(name)
      const count = await fields.count()
      await exits.check()
      await expect.poll(() => fields.count()).toBeGreaterThan(count)
      await expectFit(`${name} with exits`)
      await exits.uncheck()
    }
    await waiting?.check()
    for (let at = 0; at < conditionalTypes; at++) {
      await chooseConditional(page, at)
      await expectFit(`conditional ${at}`)
    }
  }
}

test('fits the form of each order type, its button at one place', async ({
  page,
  gateway: { url },
}) => {
  await register(page, { url, email: 'whole@example.com' })
  await enterPaperMode(page)
  await placeMarketBuy(page, { total: '1000' })
  for (const language of LANGUAGES) {
    await page.goto(`${url}/${language}/spot/BTCUSDT`)
    // The line of the average price is the last to come.
    await expect(page.locator('form[tabindex] dl > div')).toHaveCount(2)
    await expectEachTypeFits(page, { conditionalTypes: 4, sizes: sizesOf(language) })
  }
})

/** All that spot has goes to the futures wallet, whose form asks for it while it is empty. */
async function moveAllFunds(page: Page, { url }: { readonly url: string }): Promise<void> {
  await page.goto(`${url}/en/futures/usdt/BTCUSDT`)
  const move = page.getByRole('button', { name: /^Move [\d,.]+ USDT$/ })
  await move.click()
  await expect(move).toBeHidden()
}

test('fits the forms of contracts and margin beside the docked list', async ({
  page,
  gateway: { url },
}) => {
  await page.setViewportSize(LAPTOP)
  await register(page, { url, email: 'whole-margin@example.com' })
  await enterPaperMode(page)
  await buyOnCredit(page, { url })
  await page.getByRole('button', { name: textOf('layout.menu') }).click()
  await page.getByRole('switch', { name: textOf('layout.docked') }).check()
  await moveAllFunds(page, { url })
  const form = page.locator('form[tabindex]')
  const funds = form.locator('xpath=preceding-sibling::*')
  for (const language of LANGUAGES) {
    await page.goto(`${url}/${language}/spot/XRPUSDT`)
    await expect(funds.getByRole('radio').nth(1)).toBeEnabled()
    await funds.getByRole('radio').nth(1).check()
    await expect(funds.getByRole('progressbar')).toBeVisible()
    await expectEachTypeFits(page, { conditionalTypes: 4, sizes: sizesOf(language) })
    await page.goto(`${url}/${language}/futures/usdt/BTCUSDT`)
    await expect(form.locator('dl > div')).toHaveCount(6)
    await expectEachTypeFits(page, { conditionalTypes: 3, sizes: sizesOf(language) })
  }
})

/** How far a list of tabs reaches beyond its place, px. */
const hiddenTabs = (page: Page) =>
  page
    .getByRole('tablist')
    .last()
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

/** How far the figures below the slider of a form reach beyond it, px. */
const overhang = (form: Locator) =>
  form.locator('[data-x-part=slider]').evaluate((slider) => {
    const field = slider.getBoundingClientRect()
    const marks = [...slider.querySelectorAll('span[aria-hidden]')].slice(0, 5)
    return Math.max(
      ...marks.map((mark) => {
        const { left, width, translate } = getComputedStyle(mark, '::after')
        const share = translate === 'none' ? 0 : Number.parseFloat(translate) / 100
        const start =
          mark.getBoundingClientRect().left +
          mark.clientLeft +
          Number.parseFloat(left) +
          share * Number.parseFloat(width)
        return Math.max(field.left - start, start + Number.parseFloat(width) - field.right)
      }),
    )
  })

test('cuts off no futures tab, slider figure or phone form (visual 5)', async ({
  page,
  gateway: { url },
}) => {
  await page.setViewportSize(LAPTOP)
  await register(page, { url, email: 'whole-tabs@example.com' })
  await enterPaperMode(page)
  await moveAllFunds(page, { url })
  const form = page.locator('form[tabindex]')
  for (const language of LANGUAGES) {
    await page.setViewportSize(LAPTOP)
    await page.goto(`${url}/${language}/futures/usdt/BTCUSDT`)
    await expect(page.getByRole('tablist').last().getByRole('tab')).toHaveCount(7)
    await expect.poll(() => hiddenTabs(page), language).toBe(0)
    await expect.poll(() => overhang(form), language).toBeLessThan(0.5)
  }
  for (const language of LANGUAGES)
    for (const [path, conditionalTypes] of [
      ['futures/usdt/BTCUSDT', 3],
      ['spot/BTCUSDT', 4],
    ] as const) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${url}/${language}/${path}`)
      await page.locator('button[data-variant=buy]').click()
      await form.getByRole('radio').nth(4).check()
      for (let at = 0; at < conditionalTypes; at++) {
        await chooseConditional(page, at)
        await expect.poll(async () => (await placeOf(form)).cut, `${at} of ${page.url()}`).toBe(0)
      }
    }
})

test('colours a disabled order button by its side and names its amount', async ({
  page,
  gateway: { url },
}) => {
  await register(page, { url, email: 'button@example.com' })
  const form = await openForm(page)
  const buy = form.getByRole('button', { name: submitName('spot.buyBase') })
  await expect(buy).toBeDisabled()
  const [shown, side] = await buy.evaluate((element) => {
    const fill = document.createElement('i')
    fill.style.background = 'var(--x-up)'
    element.append(fill)
    const colours = [element, fill].map((each) => getComputedStyle(each).backgroundColor)
    fill.remove()
    return colours
  })
  expect(shown).toBe(side)
  await form.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.25')
  await expect(buy).toHaveText(
    new RegExp(`^${textOf('spot.buyBase', { values: { base: '0.25 BTC' } })}`),
  )
})

test('opens Sell beside the book for a bid tapped on a phone', async ({
  page,
  gateway: { url },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await page.getByRole('tab', { name: textOf('spot.book'), exact: true }).click()
  const bids = page.getByRole('list', { name: textOf('spot.bids'), exact: true })
  const asks = page.getByRole('list', { name: textOf('spot.asks'), exact: true })
  const form = page.getByRole('form', { name: textOf('spot.form') })
  await bids.getByRole('button').nth(2).click()
  await expect(form.getByRole('radio', { name: textOf('spot.sell'), exact: true })).toBeChecked()
  await expect(form.getByLabel(textOf('spot.price'), { exact: true })).not.toHaveValue('')
  // In the sheet: what lies behind it is out of reach.
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('list', { name: textOf('spot.asks'), exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await asks.getByRole('button').nth(2).click()
  await expect(form.getByRole('radio', { name: textOf('spot.buy'), exact: true })).toBeChecked()
})

test('keeps the price, 12 levels and settings in reach on a phone', async ({
  page,
  gateway: { url },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const language of ['en', 'ar'] as const) {
    await page.goto(`${url}/${language}/spot/BTCUSDT`)
    const say = (key: string) => textOf(key, { language })
    await page.getByRole('tab', { name: say('spot.book'), exact: true }).click()
    for (const side of ['spot.bids', 'spot.asks']) {
      const rows = page.getByRole('list', { name: say(side), exact: true }).getByRole('button')
      await expect.poll(() => rows.count(), `${language} ${side}`).toBeGreaterThanOrEqual(12)
    }
    const menu = page.getByRole('button', { name: say('layout.menu'), exact: true })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(90)
    // In one line with pair and price.
    await expect(menu).toBeInViewport({ ratio: 1 })
    await menu.click()
    const confirm = page.getByRole('combobox', { name: say('layout.confirm') })
    await expect(confirm).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(confirm).toBeHidden()
    await page.locator('main button[data-variant=buy]').click()
    const sheet = page.getByRole('dialog')
    const height = async () => (await sheet.boundingBox())?.height ?? 0
    await expect(sheet.getByRole('list', { name: say('spot.asks'), exact: true })).toBeVisible()
    await expect.poll(height).toBeLessThan(700)
    await sheet.getByRole('button', { name: say('layout.tall') }).click()
    await expect.poll(height).toBeGreaterThan(780)
  }
})

test('keeps the form in view at 1024 px and in landscape', async ({ page, gateway: { url } }) => {
  await page.goto(`${url}/en/spot/BTCUSDT`)
  const form = await openForm(page)
  for (const size of [
    { width: 1024, height: 768 },
    { width: 1100, height: 700 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size)
    const price = form.getByLabel(textOf('spot.price'), { exact: true })
    await expect(price, `${size.width}`).toBeInViewport()
    if (size.width >= 1024)
      await expect(form.getByRole('link', { name: textOf('spot.loginToTrade') })).toBeInViewport({
        ratio: 1,
      })
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(sideways, `${size.width}`).toBe(0)
  }
  // Of a page this low, as of one at 200 %, nothing is taken for good.
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static')
})

test('keeps a layout, its docked list and its name across a reload', async ({
  page,
  gateway: { url },
}) => {
  await page.goto(`${url}/en/spot/BTCUSDT`)
  const menu = page.getByRole('button', { name: textOf('layout.menu') })
  const choice = page.getByRole('combobox', { name: textOf('layout.preset') })
  const forms = page.getByRole('form', { name: textOf('spot.form') })
  const choose = async (name: string) => {
    await choice.click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await menu.click()
  await choose(textOf('layout.preset.both'))
  await expect(forms).toHaveCount(2)
  await page.getByRole('textbox', { name: textOf('layout.name') }).fill('Scalping')
  await page.getByRole('button', { name: textOf('layout.save') }).click()
  await choose(textOf('layout.preset.standard'))
  await expect(forms).toHaveCount(1)
  await page.getByRole('switch', { name: textOf('layout.docked') }).check()
  const list = page.getByRole('complementary', { name: textOf('spot.watchList') })
  await expect(list).toBeVisible()
  await page.reload()
  await expect(list).toBeVisible()
  await menu.click()
  await choose('Scalping')
  await expect(forms).toHaveCount(2)
})

// Up by two per cent in a quarter of an hour: the market crosses what waits above it.
test.use({ scenario: 'trend' })

test('places, triggers, amends and cancels stop-limit and OCO orders', async ({
  page,
  ownGateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: 'terminal@example.com' })
  await enterPaperMode(page)

  const stop = await chooseType(page, 'stop_limit')
  const last = decimal(await lastPrice(page, { url }))
  const at = (share: string) =>
    formatDecimal(
      roundToStep(mul(last, decimal(share)), { step: decimal('0.01'), mode: 'half-up' }),
    )
  await stop.getByLabel(textOf('spot.triggerPrice')).fill(at('1.002'))
  await stop.getByLabel(textOf('spot.price'), { exact: true }).fill(at('1.02'))
  await stop.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.01')
  await submitAndConfirm(page)
  await expect(tab(page, 'orders.triggers')).toContainText('1')
  await expect(tab(page, 'orders.open')).toContainText('0')
  await hurryMarket(page, '10')
  await expect(tab(page, 'orders.triggers'), 'the market reaches it').toContainText('0')
  await hurryMarket(page, '1')
  await tab(page, 'orders.fills').click()
  await expect(
    page
      .getByRole('table', { name: textOf('orders.fills') })
      .getByText('BTC')
      .first(),
  ).toBeVisible()

  const oco = await chooseType(page, 'oco')
  await oco.getByLabel(textOf('spot.limitPrice'), { exact: true }).fill(at('0.9'))
  await oco.getByLabel(textOf('spot.triggerPrice')).fill(at('1.1'))
  await oco.getByLabel(textOf('spot.amount'), { exact: true }).fill('0.01')
  await oco.getByRole('radio', { name: textOf('trigger.mark') }).check()
  await submitAndConfirm(page)
  // Its limit leg rests: it is counted with the open orders alone, and listed in both.
  await expect(tab(page, 'orders.open')).toContainText('1')
  await tab(page, 'orders.triggers').click()
  await expect(
    page
      .getByRole('table', { name: textOf('orders.triggers') })
      .getByText(`${textOf('orders.mark')} ≥`),
  ).toBeVisible()
  await tab(page, 'orders.open').click()
  await expect(openOrderRows(page)).toHaveCount(1)

  await page
    .getByRole('button', {
      name: textOf('orders.editOrder', {
        values: { side: textOf('spot.buy'), amount: '0.01000 BTC' },
      }),
    })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(textOf('spot.limitPrice'), { exact: true }).fill(at('0.89'))
  await dialog.getByLabel(textOf('spot.stopPrice')).fill(at('1.11'))
  const changed = page.waitForResponse('**/v1/spot/order/amend')
  await dialog.getByRole('button', { name: textOf('orders.edit'), exact: true }).click()
  expect(await (await changed).json()).toMatchObject({ code: '0' })
  await expect(dialog).toBeHidden()

  await placeLimit(page, { price: at('0.88'), amount: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(2)
  await page.getByRole('button', { name: textOf('orders.cancelAll') }).click()
  await page.getByRole('menuitem', { name: textOf('orders.cancelScope.all') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: textOf('orders.cancelAll') })
    .click()
  await expect(openOrderRows(page)).toHaveCount(0)
  await expect(tab(page, 'orders.triggers')).toContainText('0')
  expect(consoleErrors).toEqual([])
})

test('places and cancels an order with at most 15 key presses', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: 'keys@example.com' })
  await enterPaperMode(page)
  await expect(
    page
      .getByRole('list', { name: textOf('spot.bids'), exact: true })
      .getByRole('button')
      .first(),
  ).toBeVisible()
  // Counts every press, including those for the far price that keeps the order open.
  const form = await openForm(page)
  let presses = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      presses += 1
      await page.keyboard.press(key)
    }
  }
  await press('p')
  await expect(form.getByLabel(textOf('spot.price'), { exact: true })).toBeFocused()
  await press('5', '5', '5', '5', '5')
  // Past the prices of the book, which the field offers.
  await press('Tab', 'Tab', '0', '.', '5', 'Enter')
  await expect(openOrderRows(page)).toHaveCount(1)
  await expect(form, 'the order is placed: what is pressed next is a command').toBeFocused()
  // The change of its price in between is not counted.
  await page.keyboard.press('e')
  await expect(
    page.getByRole('dialog').getByLabel(textOf('spot.price'), { exact: true }),
  ).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await press('x')
  await expect(openOrderRows(page)).toHaveCount(0)
  expect(presses).toBeLessThanOrEqual(15)
  await page.keyboard.press('a')
  await expect(form.getByLabel(textOf('spot.amount'), { exact: true })).toBeFocused()
  await expect(async () => {
    // Waits for the toasts to close.
    await page.keyboard.press('Escape')
    await expect(form, 'Escape leaves a field').toBeFocused({ timeout: 1_000 })
  }).toPass()
  expect(consoleErrors).toEqual([])
})

test('keeps balance and open-order count when the pair changes', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await register(page, { url, email: 'pairs@example.com' })
  await enterPaperMode(page)
  await placeLimit(page, { price: await priceAway(page, { url, share: '0.9' }), amount: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(1)
  const open = page.getByRole('tab', { name: new RegExp(`^${textOf('orders.open')}`) })
  for (const pair of ['ETH/USDT', 'SOL/USDT', 'BTC/USDT']) {
    await page.keyboard.press('w')
    await page
      .getByRole('dialog', { name: textOf('spot.watchList') })
      .getByText(pair)
      .first()
      .click()
    await expect(page).toHaveURL(`${url}/en/spot/${pair.replace('/', '')}`)
    // The address changes first: until the pair is there a key does nothing
    // (docs/adr/order-form.md).
    await expect(
      page.getByRole('button', { name: textOf('spot.switchPair', { values: { pair } }) }),
    ).toBeVisible()
    const form = await openForm(page)
    // 50,000 less what the order holds.
    await expect(form.getByText(textOf('spot.available')).locator('..'), pair).toContainText(
      /49,?\d{3}\.\d+/,
    )
    await expect(open, pair).toHaveText(/1$/)
  }
  expect(consoleErrors).toEqual([])
})

test('keeps the order draft across widths until the sheet closes', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.goto(`${url}/en/spot/BTCUSDT`)
  const amount = async () =>
    (await openForm(page)).getByRole('textbox', { name: textOf('spot.amount'), exact: true })
  const [wide, phone] = [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]
  const buy = page.getByRole('button', {
    name: submitName('spot.buyBase'),
  })
  await page.setViewportSize(wide)
  await (await amount()).fill('0.25')
  await page.setViewportSize(phone)
  await buy.click()
  await expect(await amount()).toHaveValue('0.25')
  await (await amount()).fill('0.5')
  await page.setViewportSize(wide)
  await expect(await amount()).toHaveValue('0.5')
  await page.setViewportSize(phone)
  await buy.click()
  await expect(await amount()).toHaveValue('0.5')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await buy.click()
  await expect(await amount()).toHaveValue('')
  expect(consoleErrors).toEqual([])
})

test('amends an order whose chart line is dragged, after confirmation', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await register(page, { url, email: 'drag@example.com' })
  await enterPaperMode(page)
  const placed = await priceAway(page, { url, share: '0.995' })
  await placeLimit(page, { price: placed, amount: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(1)

  const line = await orderLineOn(page)
  await page.mouse.move(line.x, line.y)
  await page.mouse.down()
  await page.mouse.move(line.x, line.y + 24, { steps: 6 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog', {
    name: textOf('orders.editOrder', {
      values: { side: textOf('spot.buy'), amount: '0.01000 BTC' },
    }),
  })
  const moved = await dialog.getByLabel(textOf('spot.price'), { exact: true }).inputValue()
  expect(Number(moved), 'further down the chart is a lower price').toBeLessThan(Number(placed))
  expect(moved, 'on the tick').toMatch(/^\d+(\.\d{1,2})?$/)
  const amended = page.waitForRequest('**/v1/spot/order/amend')
  await dialog.getByRole('button', { name: textOf('orders.edit'), exact: true }).click()
  expect((await amended).postDataJSON()).toMatchObject({ price: moved })
  await expect(dialog).toBeHidden()
  const { open } = await readAccount(page, { url })
  expect(open.map(({ price }) => Number(price))).toEqual([Number(moved)])
  await setAlert(page, await priceAway(page, { url, share: '1.1' }))
  await drawLine(page)
  await showDeepBook(page)
  await showOwnInterval(page)
  await compareAndSplit(page)
  expect(consoleErrors).toEqual([])
})

/** Sets a price alert from the chart's bar and sees it listed. */
async function setAlert(page: Page, price: string): Promise<void> {
  await page.getByRole('button', { name: textOf('alert.title') }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(textOf('alert.title')) })
  await dialog.getByLabel(textOf('alert.price'), { exact: true }).fill(price)
  await dialog.getByRole('button', { name: textOf('alert.set') }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** Draws the first line of a pair, whose code comes with it, and finds it kept. */
async function drawLine(page: Page): Promise<void> {
  await page.getByRole('button', { name: textOf('chart.group.lines') }).click()
  const tool = textOf('chart.drawing.horizontalStraightLine')
  await page.getByRole('menuitem', { name: tool, exact: true }).click()
  const kept = () =>
    page.evaluate(() =>
      Object.entries(localStorage).some(
        ([key, value]) => key.includes('drawings.BTCUSDT') && value.includes('horizontal'),
      ),
    )
  const box = await chartNamed(page, 'BTC/USDT', '15m').locator('canvas').first().boundingBox()
  await expect(async () => {
    await page.mouse.click((box?.x ?? 0) + 150, (box?.y ?? 0) + 120)
    expect(await kept()).toBe(true)
  }).toPass()
}

const chartNamed = (page: Page, pair: string, interval: string) =>
  page.getByRole('region', { name: textOf('chart.label', { values: { pair, interval } }) })

/** Candles of seven minutes, which the server has none of, are asked for as those of one. */
async function showOwnInterval(page: Page): Promise<void> {
  await page.getByRole('button', { name: textOf('chart.moreIntervals') }).click()
  await page.getByLabel(textOf('chart.ownInterval')).fill('7m')
  const asked = page.waitForRequest((request) => /candles\?.*interval=1m/.test(request.url()))
  await page.getByRole('button', { name: textOf('chart.addInterval') }).click()
  await asked
  await expect(chartNamed(page, 'BTC/USDT', '7m')).toBeVisible()
  await page.keyboard.press('Escape')
}

/** The depth chart reaches as far as a thousand levels, which nobody made before. */
async function showDeepBook(page: Page): Promise<void> {
  const depth = page.getByRole('button', { name: textOf('spot.depth') })
  await depth.click()
  const plot = page.getByTestId('depth')
  await expect(async () => {
    await plot.hover({ position: { x: 2, y: 20 } })
    const reading = (await plot.locator('..').getByRole('status').textContent()) ?? ''
    expect(Number(/-(\d+\.\d\d)%/.exec(reading)?.[1])).toBeGreaterThan(3)
  }).toPass()
  await depth.click()
}

/** Sets another pair beside the candles, then three charts beside the first. */
async function compareAndSplit(page: Page): Promise<void> {
  const asked = page.waitForRequest((request) => /candles\?.*symbol=ETHUSDT/.test(request.url()))
  await page.getByRole('button', { name: textOf('chart.settings') }).click()
  const label = textOf('chart.compareWith', { values: { pair: 'BTC/USDT' } })
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: 'ETH/USDT' }).click()
  await asked
  await page.getByRole('radio', { name: textOf('chart.charts.4') }).check()
  await expect(page.getByRole('region', { name: /^Price chart of/ })).toHaveCount(4)
  const second = chartNamed(page, 'ETH/USDT', '15m')
  await expect(second.locator('canvas').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await second.getByRole('combobox', { name: textOf('chart.interval') }).click()
  await page.getByRole('option', { name: '1d', exact: true }).click()
  const daily = chartNamed(page, 'ETH/USDT', '1d').locator('canvas').first()
  await expect(daily).toBeVisible()
  await page.reload()
  await expect(daily).toBeVisible()
  await expect(chartNamed(page, 'BTC/USDT', '7m').locator('canvas').first()).toBeVisible()
}

test('keeps a dragged line until it is dropped outside the chart', async ({
  page,
  context,
  gateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await register(page, { url, email: 'hand@example.com' })
  await enterPaperMode(page)
  await placeLimit(page, { price: await priceAway(page, { url, share: '0.995' }), amount: '0.01' })
  await expect(openOrderRows(page)).toHaveCount(1)

  const line = await orderLineOn(page)
  await page.mouse.move(line.x, line.y)
  await page.mouse.down()
  await page.mouse.move(line.x, line.y + 40, { steps: 6 })
  const other = await context.newPage()
  await other.setViewportSize({ width: 1280, height: 800 })
  await other.goto(`${url}/en/spot/BTCUSDT`)
  // Far below the visible prices.
  await placeLimit(other, {
    price: await priceAway(other, { url, share: '0.85' }),
    amount: '0.001',
  })
  await expect(openOrderRows(page)).toHaveCount(2)
  await page.mouse.move(line.x, line.y + 41)
  await expect
    .poll(
      async () => Math.abs((await orderLineOn(page)).y - line.y - 41),
      'the line is where the hand is, but for what the scale has moved',
    )
    .toBeLessThan(20)

  const form = await openForm(page)
  await form.getByLabel(textOf('spot.amount'), { exact: true }).hover()
  await page.mouse.up()
  await expect(async () =>
    expect(
      Math.abs((await orderLineOn(page)).y - line.y),
      'the line is where the order is',
    ).toBeLessThan(12),
  ).toPass()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

const dividerOf = (page: Page, panel: 'orders' | 'book' | 'form', language: 'en' | 'ar' = 'en') =>
  page.getByRole('separator', { name: textOf(`layout.divider.${panel}`, { language }) })

/** The dividers appear with the first pointer movement over the terminal. */
async function reachFor(page: Page): Promise<void> {
  await page.getByRole('form').first().hover()
  await expect(page.getByRole('separator').first()).toBeAttached()
}

/** Where the divider stands, what it says and how wide the panel is that it belongs to. */
async function widthOf(
  divider: Locator,
): Promise<{ readonly x: number; readonly said: number; readonly seen: number }> {
  const box = await divider.boundingBox()
  return {
    x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
    said: Number(await divider.getAttribute('aria-valuenow')),
    seen: await divider.evaluate((element) =>
      Math.round(element.parentElement?.getBoundingClientRect().width ?? 0),
    ),
  }
}

/** Where the form begins: next to nothing once it stands at the start of the page. */
async function formStart(page: Page): Promise<number> {
  return (await page.getByRole('form', { name: textOf('spot.form') }).boundingBox())?.x ?? Infinity
}

async function drag(
  page: Page,
  divider: Locator,
  { by, end = () => page.mouse.up() }: { readonly by: number; readonly end?: () => Promise<void> },
): Promise<void> {
  const { x } = await widthOf(divider)
  await page.mouse.move(x, 300)
  await page.mouse.down()
  await page.mouse.move(x + by, 300, { steps: 8 })
  await end()
}

test('resizes columns by mouse and keys in all tabs', async ({
  page,
  context,
  gateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await reachFor(page)
  const book = dividerOf(page, 'book')
  const form = dividerOf(page, 'form')
  const chart = page.locator('canvas').first()
  await expect.poll(() => widthOf(book)).toMatchObject({ said: 280, seen: 280 })
  const own = await widthOf(book)

  expect(await violationsOf(page, { name: 'the dividers', isColourful: false })).toEqual([])
  const before = await chart.boundingBox()
  await drag(page, book, { by: -60 })
  await expect
    .poll(() => widthOf(book), 'the divider is where the pointer left it')
    .toEqual({ x: own.x - 60, said: 340, seen: 340 })
  await expect(book).toHaveAttribute('aria-valuetext', '340 pixels')
  await expect
    .poll(async () => (await chart.boundingBox())?.width, 'the chart takes what is left')
    .toBeLessThan(before?.width ?? 0)
  await drag(page, book, { by: -30, end: () => page.keyboard.press('Escape') })
  await page.mouse.up()
  await expect
    .poll(async () => (await widthOf(book)).seen, 'Escape leaves it where it was')
    .toBe(340)

  await form.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => widthOf(form)).toMatchObject({ said: 380, seen: 380 })
  await page.keyboard.press('End')
  await expect.poll(async () => (await widthOf(form)).seen, 'a panel has its most').toBe(480)
  await page.keyboard.press('Home')
  await expect.poll(async () => (await widthOf(form)).seen, 'and its least').toBe(260)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(async () => (await widthOf(form)).seen).toBe(324)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')

  const other = await context.newPage()
  await other.setViewportSize({ width: 1440, height: 900 })
  await other.goto(`${url}/en/spot/BTCUSDT`)
  await reachFor(other)
  await expect.poll(async () => (await widthOf(dividerOf(other, 'form'))).seen).toBe(452)
  await book.focus()
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(async () => (await widthOf(dividerOf(other, 'book'))).seen, 'another tab follows')
    .toBe(356)
  await other.close()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await reachFor(page)
  await expect
    .poll(
      async () => (await widthOf(book)).seen + (await widthOf(form)).seen,
      'the chart keeps 480 of 1278',
    )
    .toBeLessThanOrEqual(798)
  await expect(book, 'there is no more').toHaveAttribute(
    'aria-valuemax',
    String((await widthOf(book)).seen),
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect
    .poll(
      async () => [(await widthOf(book)).seen, (await widthOf(form)).seen],
      'given back by a wider one',
    )
    .toEqual([356, 452])

  await form.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await widthOf(form)).seen, 'the width of the composition')
    .toBe(300)
  await page.mouse.dblclick((await widthOf(book)).x, 300)
  await expect.poll(async () => (await widthOf(book)).seen).toBe(280)
  await drag(page, book, { by: -40 })

  await page.getByRole('button', { name: textOf('layout.menu') }).click()
  await page.getByRole('button', { name: textOf('layout.toStart') }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => formStart(page)).toBeLessThan(50)
  await drag(page, book, { by: 20 })
  await expect
    .poll(
      async () => (await widthOf(book)).seen,
      'on the other side of the chart it grows to the right',
    )
    .toBe(340)
  await book.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await widthOf(book)).seen).toBe(356)
  await page.getByRole('button', { name: textOf('layout.menu') }).click()
  await page.getByRole('button', { name: textOf('layout.reset') }).click()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await widthOf(book)).seen).toBe(280)

  await page.goto(`${url}/ar/spot/BTCUSDT`)
  await reachFor(page)
  const mirrored = dividerOf(page, 'book', 'ar')
  const at = await widthOf(mirrored)
  await drag(page, mirrored, { by: 40 })
  await expect
    .poll(() => widthOf(mirrored), 'in Arabic the chart is at the right')
    .toEqual({ x: at.x + 40, said: 320, seen: 320 })
  await mirrored.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => widthOf(mirrored)).toMatchObject({ x: at.x + 24, seen: 304 })
  await expect(mirrored).toHaveAttribute('aria-valuetext', /304.* بكسلات$/)
  expect(consoleErrors).toEqual([])
})

test('keeps layout, shortcuts, watch list and pair after a reload', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${url}/en/spot/BTCUSDT`)
  const divider = dividerOf(page, 'orders')
  await reachFor(page)
  await divider.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  const height = await divider.getAttribute('aria-valuenow')
  await page.getByRole('button', { name: textOf('layout.menu') }).click()
  await page.getByRole('button', { name: textOf('layout.toStart') }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => formStart(page)).toBeLessThan(50)
  await page.reload()
  await reachFor(page)
  await expect(divider).toHaveAttribute('aria-valuenow', height ?? '')
  await expect.poll(() => formStart(page)).toBeLessThan(50)

  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await page.keyboard.press('?')
  await page.getByRole('button', { name: new RegExp(`^${textOf('keys.watchList')}: W`) }).click()
  await page.keyboard.press('q')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('q')
  const list = page.getByRole('dialog', { name: textOf('spot.watchList') })
  await list
    .getByRole('button', { name: textOf('spot.favourite', { values: { pair: 'ETH/USDT' } }) })
    .click()
  await list.getByRole('radio', { name: textOf('spot.favourites') }).check()
  await expect(
    list.getByRole('button', { name: textOf('spot.favourite', { values: { pair: 'ETH/USDT' } }) }),
  ).toBeVisible()
  await expect(
    list.getByRole('button', { name: textOf('spot.favourite', { values: { pair: 'BTC/USDT' } }) }),
  ).toBeHidden()

  await list.getByText('ETH/USDT').first().click()
  await expect(page).toHaveURL(`${url}/en/spot/ETHUSDT`)
  const spot = page
    .getByRole('banner')
    .getByRole('link', { name: textOf('shell.spot'), exact: true })
  await expect(spot).toHaveAttribute('aria-current', 'page')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('x:selectedCoin')))
    .toContain('ETHUSDT')
  await page.goto(`${url}/en/markets`)
  await spot.click()
  await expect(page, 'the pair chosen last').toHaveURL(`${url}/en/spot/ETHUSDT`)
  expect(consoleErrors).toEqual([])
})

test('keeps the selected list when the screen becomes narrow and wide again', async ({
  page,
  gateway: { url },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await tab(page, 'orders.fills').click()
  const loginLink = page.getByRole('button', {
    name: submitName('spot.buyBase'),
  })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    // Its buttons stand below a phone's terminal.
    await expect(loginLink).toHaveCount(width === 390 ? 1 : 0)
    await expect(tab(page, 'orders.fills')).toHaveAttribute('aria-selected', 'true')
  }
})

test('shows the account below the form only where space is left', async ({
  page,
  gateway: { url },
}) => {
  await register(page, { url, email: 'card@example.com' })
  const card = page.getByRole('region', { name: textOf('orders.assets'), exact: true })
  const form = page.locator('form[tabindex]')
  const cut = () =>
    form.evaluate((element) => {
      const panel = element.parentElement?.parentElement
      return (panel?.scrollHeight ?? 0) - (panel?.clientHeight ?? 0)
    })
  await page.setViewportSize({ width: 1920, height: 945 })
  await page.goto(`${url}/en/spot/BTCUSDT`)
  await expect(card.getByRole('link')).toHaveCount(2)
  await expect(card.getByRole('row')).toHaveCount(4)
  for (const type of await form.getByRole('radio').all()) {
    await type.check()
    await expect.poll(cut).toBe(0)
    await expect(card).toBeVisible()
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(card).toBeHidden()
  await expect.poll(cut).toBe(0)
})
