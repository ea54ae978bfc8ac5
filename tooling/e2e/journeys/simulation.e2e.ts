import type { Page } from '@playwright/test'
import { enterPaperMode, expect, login, test } from '../fixtures.ts'
import { textOf } from '../trading.ts'

/** Sets a mark that only a reload removes. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { isMarked: true }))
const expectReloaded = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => 'isMarked' in globalThis).catch(() => true), 'was reloaded')
    .toBe(false)

test('reloads other tabs when paper mode starts or ends (spec 4.2)', async ({
  page,
  context,
  gateway: { url, demo },
  consoleErrors,
}) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  const [home, assets] = [await context.newPage(), await context.newPage()]
  await home.goto(`${url}/de`)
  await assets.goto(`${url}/en/asset`)
  // A tab that learns of its realm only now enters paper mode without a reload.
  await expect(home.getByRole('main')).toBeVisible()
  await expect(
    assets.getByRole('button', { name: textOf('realm.practise'), exact: true }),
  ).toBeVisible()
  await mark(assets)

  await enterPaperMode(page)
  // The redirect keeps the tab's own language.
  await expect(home).toHaveURL(`${url}/de/spot/BTCUSDT`)
  await expectReloaded(assets)
  await expect(assets).toHaveURL(`${url}/en/asset`)
  // Of the marker and of the way in the text is the same.
  const leave = assets.getByRole('button', { name: textOf('realm.leave'), exact: true })
  await expect(leave).toBeVisible()

  await mark(home)
  await mark(assets)
  await page.getByRole('button', { name: textOf('realm.leave'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: textOf('realm.leave'), exact: true })
    .click()
  await expectReloaded(home)
  await expectReloaded(assets)
  await expect(leave).toBeHidden()
  await home.goto(`${url}/de`)
  await expect(home).toHaveURL(`${url}/de`)
  expect(consoleErrors).toEqual([])
})

test('redirects pages outside the list while paper mode is on (spec 2.3, spec 2.4)', async ({
  page,
  gateway: { url, demo },
}) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await enterPaperMode(page)
  for (const path of ['/en/asset', '/zh-CN/record/exchange', '/ar/spot/ETHUSDT', '/asset']) {
    await page.goto(url + path)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page).toHaveURL(url + path)
  }
  for (const [path, prefix] of [
    ['/en', '/en'],
    ['/ar', '/ar'],
    ['/zh-TC/register', '/zh-TC'],
    ['/en/spot/../login', '/en'],
    ['/pt-PT/asset/earn', '/pt-PT'],
  ] as const) {
    await page.goto(url + path)
    await expect(page).toHaveURL(`${url}${prefix}/spot/BTCUSDT`)
  }
})

/** How many colours the topmost pixels of the page have. */
async function coloursOfTop(page: Page): Promise<number> {
  const width = page.viewportSize()?.width ?? 0
  const picture = (await page.screenshot({ clip: { x: 0, y: 0, width, height: 2 } })).toString(
    'base64',
  )
  return page.evaluate(async (base64) => {
    const image = await createImageBitmap(
      new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]),
    )
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    context?.drawImage(image, 0, 0)
    return new Set(
      new Uint32Array(
        context?.getImageData(0, 0, image.width, image.height).data.buffer ?? new ArrayBuffer(0),
      ),
    ).size
  }, picture)
}

test('shows the paper mode badge on every page and scroll position (trading 5)', async ({
  page,
  gateway: { url, demo },
}) => {
  await login(page, { url, loginName: demo.loginName, password: demo.password })
  await enterPaperMode(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 700 })
    for (const path of [
      '/en/spot/BTCUSDT',
      '/ar/asset',
      '/en/record/exchange',
      '/en/account/setting',
    ]) {
      await page.goto(url + path)
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ forcedColors })
        await page.evaluate(() => scrollTo(0, 0))
        const name = textOf('realm.paper', { language: path.startsWith('/ar') ? 'ar' : 'en' })
        await expect(
          page.getByRole('banner').getByText(name, { exact: true }),
          path,
        ).toBeInViewport()
        await page.mouse.wheel(0, 400)
        await expect(
          page.getByRole('banner').getByText(name, { exact: true }),
          path,
        ).toBeInViewport()
        // A scrolled page is painted in the next frame.
        await expect
          .poll(() => coloursOfTop(page), `${path} at ${width}, forced colours ${forcedColors}`)
          .toBeGreaterThan(1)
      }
    }
  }
})
