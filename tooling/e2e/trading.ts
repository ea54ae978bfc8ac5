import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page, Request } from '@playwright/test'
import { decimal, formatDecimal, mul, roundToStep } from '@x/decimal'
import { expect, type JourneyLanguage } from './fixtures.ts'

const messages = (language: JourneyLanguage) =>
  JSON.parse(
    readFileSync(
      path.resolve(import.meta.dirname, `../../apps/web/messages/${language}.json`),
      'utf8',
    ),
  ) as Record<string, string>
const TEXTS = { en: messages('en'), ar: messages('ar') }

/** A text of the app in a language. */
export function textOf(
  key: string,
  {
    language = 'en',
    values = {},
  }: { language?: JourneyLanguage; values?: Readonly<Record<string, string>> } = {},
): string {
  const text = TEXTS[language][key]
  if (text === undefined) throw new Error(`There is no message ${key}`)
  // Right-to-left catalogues isolate their arguments.
  const isolate = (value: string) => (language === 'ar' ? `\u2068${value}\u2069` : value)
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : isolate(values[name]),
  )
}

/** The name of the order button, without a size or with the one it names. */
export function submitName(
  key: string,
  { language = 'en', base = 'BTC' }: { language?: JourneyLanguage; base?: string } = {},
): RegExp {
  const [before = '', after = ''] = textOf(key, { language, values: { base: '\n' } })
    .split('\n')
    .map((part) => part.replace(/[()]/g, '\\$&'))
  return new RegExp(`^${before}.*${base}.*${after}$`)
}

export interface WireOrder {
  readonly orderId: string
  readonly symbol: string
  readonly status: string
  readonly price: string | null
  readonly size: string
}
export interface WireFill {
  readonly orderId: string
  readonly side: 'buy' | 'sell'
  readonly size: string
  readonly value: string
  readonly fee: string
  readonly feeAsset: string
}
export interface Account {
  readonly open: readonly WireOrder[]
  readonly history: readonly WireOrder[]
  readonly fills: readonly WireFill[]
  readonly assets: readonly {
    readonly asset: string
    readonly available: string
    readonly held: string
  }[]
}

const READS = {
  open: 'order/open',
  history: 'order/history',
  fills: 'order/fills',
  assets: 'account/assets',
} as const

/**
 * What the gateway says about this user. Reads are signed too, so a second tab of the same browser
 * asks, with the user's own key.
 */
export async function readAccount(page: Page, { url }: { url: string }): Promise<Account> {
  const language: JourneyLanguage = page.url().includes('/ar/') ? 'ar' : 'en'
  const tab = await page.context().newPage()
  // Wide enough for the order form, which asks for the balances.
  await tab.setViewportSize({ width: 1280, height: 800 })
  const read = async (name: keyof typeof READS): Promise<unknown> => {
    const answer = await tab.waitForResponse(
      (response) => new URL(response.url()).pathname === `/v1/spot/${READS[name]}`,
    )
    const { code, data } = (await answer.json()) as {
      code: string
      data: { items?: readonly unknown[] }
    }
    expect(code, name).toBe('0')
    return data.items ?? data
  }
  // Each list asks when it is first shown to a known user: a tab left before its answer may never
  // have asked.
  const turnTo = (tabName: string) =>
    tab.getByRole('tab', { name: textOf(tabName, { language }) }).click()
  const [open, assets, history] = await Promise.all([
    read('open'),
    read('assets'),
    read('history'),
    tab.goto(`${url}/${language}/spot/BTCUSDT`),
    turnTo('orders.history'),
  ])
  const [fills] = await Promise.all([read('fills'), turnTo('orders.fills')])
  await tab.close()
  return { open, history, fills, assets } as Account
}

export async function lastPrice(
  page: Page,
  { url, symbol = 'BTCUSDT' }: { url: string; symbol?: string },
): Promise<string> {
  const answer = await page.request.get(`${url}/v1/spot/public/tickers`)
  const { data } = (await answer.json()) as { data: { symbol: string; last: string }[] }
  return data.find((ticker) => ticker.symbol === symbol)?.last ?? ''
}

/**
 * The paper mode buttons that pause, step and speed up the generated market for all users.
 */
export const speedControl = (page: Page): Locator =>
  page.getByRole('group', { name: textOf('paper.marketSpeed') })

/** Presses one of them and waits for the gateway's response. */
export async function changeSpeed(
  page: Page,
  press: (control: Locator) => Promise<void>,
): Promise<void> {
  const answer = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      new URL(response.url()).pathname === '/v1/paper/market',
  )
  await press(speedControl(page))
  expect(await (await answer).json()).toMatchObject({ code: '0' })
}

/** Clicks instead of checking: the radio changes with the server's response. */
export const hurryMarket = (page: Page, speed: '1' | '10'): Promise<void> =>
  changeSpeed(page, (control) =>
    control.getByRole('radio', { name: textOf('paper.times', { values: { speed } }) }).click(),
  )

/** On the tick, a share of the last price away from the market. */
export async function priceAway(
  page: Page,
  { url, share }: { url: string; share: string },
): Promise<string> {
  return formatDecimal(
    roundToStep(mul(decimal(await lastPrice(page, { url })), decimal(share)), {
      step: decimal('0.01'),
      mode: 'down',
    }),
  )
}

/** The order form; on a phone its button opens it. */
export async function openForm(
  page: Page,
  { language = 'en', isPhone = false }: { language?: JourneyLanguage; isPhone?: boolean } = {},
): Promise<Locator> {
  const form = page.getByRole('form', { name: textOf('spot.form', { language }) })
  if (isPhone)
    await page
      .getByRole('button', {
        name: submitName('spot.paperBuyBase', { language }),
      })
      .click()
  await expect(form).toBeVisible()
  // Before the book is there an order asks whether it is meant.
  if ((page.viewportSize()?.width ?? 0) >= 1280)
    await expect(
      page
        .getByRole('list', { name: textOf('spot.bids', { language }), exact: true })
        .getByRole('button')
        .first(),
    ).toBeVisible()
  return form
}

/** The list of notices behind the bell, opened. */
export async function openNotices(page: Page): Promise<Locator> {
  const notices = page.getByRole('list', { name: textOf('notice.title') })
  const bell = page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^${textOf('shell.messages')}`) })
  await bell.click()
  await expect(notices).toBeVisible()
  return notices
}

/** Submits a limit order and returns its request. */
export async function placeLimit(
  page: Page,
  {
    price,
    amount,
    language = 'en',
    isPhone = false,
  }: { price: string; amount: string; language?: JourneyLanguage; isPhone?: boolean },
): Promise<Request> {
  const form = await openForm(page, { language, isPhone })
  await choose(form, textOf('spot.limit', { language }))
  await form.getByLabel(textOf('spot.price', { language }), { exact: true }).fill(price)
  await form.getByLabel(textOf('spot.amount', { language }), { exact: true }).fill(amount)
  const sent = page.waitForRequest('**/v1/spot/order/place')
  await form
    .getByRole('button', {
      name: submitName('spot.paperBuyBase', { language }),
    })
    .click()
  return sent
}

export async function placeMarketBuy(
  page: Page,
  {
    total,
    language = 'en',
    isPhone = false,
  }: { total: string; language?: JourneyLanguage; isPhone?: boolean },
): Promise<Request> {
  const form = await openForm(page, { language, isPhone })
  await choose(form, textOf('spot.market', { language }))
  await form.getByLabel(textOf('spot.total', { language }), { exact: true }).fill(total)
  const submit = submitName('spot.paperBuyBase', { language })
  await form.getByRole('button', { name: submit }).click()
  const sent = page.waitForRequest('**/v1/spot/order/place')
  await page.getByRole('alertdialog').getByRole('button', { name: submit }).click()
  return sent
}

async function choose(form: Locator, name: string): Promise<void> {
  await form.getByRole('radio', { name, exact: true }).check()
}

export function openOrderRows(page: Page, language: JourneyLanguage = 'en'): Locator {
  const name = textOf('orders.cancel', { language })
  const list = textOf('orders.open', { language })
  // Phones show cards instead of the table.
  return page
    .getByRole('table', { name: list })
    .or(page.getByRole('list', { name: list }))
    .getByRole('button', { name, exact: true })
}

/**
 * What is read twice in a row: a page that is still being laid out has no place yet to compare
 * with.
 */
export async function steady<T>(read: () => Promise<T>): Promise<T> {
  let last = await read()
  await expect
    .poll(async () => {
      const before = last
      last = await read()
      return last === before
    })
    .toBe(true)
  return last
}

/**
 * Where an order line stands on the screen: the row of the chart's upper drawing that is coloured
 * across most of its width, the lowest of several.
 */
export async function orderLineOn(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const chart = page
    .getByRole('region', { name: textOf('spot.chart'), exact: true })
    .or(page.locator('section').filter({ has: page.locator('canvas') }))
    .first()
  let found: { x: number; y: number } | undefined
  await expect(async () => {
    found = await chart.evaluate((element) => {
      for (const canvas of element.querySelectorAll('canvas')) {
        const box = canvas.getBoundingClientRect()
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
        if (!pixels || box.width < 300) continue
        // The crosshair below a pointer is grey.
        const isColoured = (at: number) =>
          Math.max(...pixels.slice(at, at + 3)) - Math.min(...pixels.slice(at, at + 3)) > 30 &&
          pixels[at + 3] !== 0
        const painted = Array.from(
          { length: canvas.height },
          (_, row) =>
            Array.from(
              { length: canvas.width },
              (__, column) => (row * canvas.width + column) * 4,
            ).filter(isColoured).length,
        )
        const most = Math.max(...painted)
        // A drawing with candles has something in every row; the upper one has lines alone. Dashes
        // cover half of one.
        if (
          painted.filter((count) => count > 0).length > canvas.height / 2 ||
          most < canvas.width * 0.4
        )
          continue
        const lowest = painted.findLastIndex((count) => count >= canvas.width * 0.4)
        return {
          x: box.left + box.width * 0.3,
          y: box.top + ((lowest + 0.5) * box.height) / canvas.height,
        }
      }
      return undefined
    })
    expect(found).toBeDefined()
  }).toPass()
  return found ?? { x: 0, y: 0 }
}
