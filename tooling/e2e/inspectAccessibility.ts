import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expectContentPolicy } from './contentPolicy.ts'
import { expect } from './fixtures.ts'
import { NOWHERE } from './routes.ts'
import { UNFINISHED } from './unfinished.ts'

/** Every view in `npm run bench -- a11y`, a sample of them with every change. */
export const IS_FULL = process.env['A11Y_VIEWS'] === 'all'
/**
 * Chinese has the layout of English, and its own font and words; Arabic is checked where there is
 * least space.
 */
interface View {
  readonly language: string
  readonly width: number
}
const CORE_SAMPLE: readonly View[] = [
  { language: 'en', width: 1280 },
  { language: 'ar', width: 390 },
]
const SAMPLE: readonly View[] = [
  ...CORE_SAMPLE,
  { language: 'en', width: 390 },
  { language: 'zh-CN', width: 1280 },
]
const ALL_VIEWS: readonly View[] = ['en', 'ar', 'de', 'ja'].flatMap((language) =>
  [1280, 390].map((width) => ({ language, width })),
)
const CONTRAST = 'color-contrast'
let looks = 0
/** The pages that were seen under an English title. */
const titles = new Map<string, Set<string>>()

/** What is wrong with the titles of all pages seen: no name before the product's, or one twice. */
export function faultsOfTitles(): string[] {
  return [...titles]
    .filter(([title, pages]) => !/\S \| \S/.test(title) || pages.size > 1)
    .map(([title, pages]) => `${title}: ${[...pages].join(', ')}`)
}

/** The same page under two addresses, and what only chooses the pair of one, count once. */
const pageOf = (url: string): string =>
  new URL(url).pathname
    .replace(/^\/en(?=\/|$)/, '')
    .replace(/^(\/trade-\w+(?:-\w+)*)\/\w+$/, '$1')
    .replace(/^\/qr$/, '/account/setting/qr')

/** Notes the title of the page on screen, in English whatever it was looked at in. */
async function noteTitle(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  if (!pathname.startsWith('/en')) {
    // Where the path has led to.
    await navigateTo(page, pathname.replace(/^\/[\w-]+/, '/en'))
    await isShown(page, 'en')
  }
  // The page writes its title in an effect, after it is drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
  const title = await page.title()
  titles.set(title, (titles.get(title) ?? new Set()).add(pageOf(page.url())))
}

/** The number of axe runs. */
export const looksTaken = (): number => looks

/** Navigates without a reload, as a link of the app does. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Waits until the page is shown in its language with its data. */
async function isShown(page: Page, language: string): Promise<undefined> {
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language.slice(0, 2)}`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator(UNFINISHED)).toHaveCount(0)
}

type Theme = 'light' | 'dark'
const THEMES: readonly Theme[] = ['light', 'dark']

interface Look {
  readonly name: string
  /** Whether contrast is checked. Default true. */
  readonly isColourful?: boolean
  /** Only contrast differs between them. Default both, or one where contrast is not checked. */
  readonly themes?: readonly Theme[]
}

/** The violations of the current screen. */
export async function violationsOf(
  page: Page,
  { name, isColourful = true, themes = isColourful ? THEMES : ['dark'] }: Look,
): Promise<string[]> {
  const found: string[] = []
  for (const theme of themes) {
    await page.evaluate(async (to) => {
      document.documentElement.dataset['theme'] = to
      // Waits for colour transitions to end.
      await Promise.allSettled(
        document
          .getAnimations()
          .flatMap((one) => (one instanceof CSSTransition ? [one.finished] : [])),
      )
    }, theme)
    // In one run: the default mode opens a new page for each. Nothing describes what is sound.
    const axe = new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .setLegacyMode(true)
    if (theme === 'light' && themes.length > 1 && !IS_FULL) axe.withRules([CONTRAST])
    else if (!isColourful) axe.disableRules([CONTRAST])
    const { violations } = await axe.analyze()
    looks += 1
    for (const { id, nodes } of violations)
      found.push(
        `${name} ${theme}: ${id} at ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 3)
          .join(', ')}`,
      )
  }
  return found
}

/** Loads a page, which must come with its status and its content policy. */
async function open(page: Page, url: string): Promise<void> {
  const document = await page.goto(url)
  expect(document?.status(), url).toBe(url.endsWith(NOWHERE) ? 404 : 200)
  expectContentPolicy(document)
}

/** Each path is loaded once; languages and widths change in place. */
export async function violationsOfPages(
  page: Page,
  { url, paths }: { readonly url: string; readonly paths: readonly string[] },
): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await open(page, `${url}/en${path}`)
    await isShown(page, 'en')
    // A page that leads elsewhere does so in the language that is on screen.
    const shown = new URL(page.url()).pathname.replace(/^\/en/, '')
    for (const view of IS_FULL ? ALL_VIEWS : CORE_SAMPLE) {
      await page.setViewportSize({ width: view.width, height: 844 })
      await navigateTo(page, `/${view.language}${shown}`)
      found.push(...(await violationsOfView(page, { path, view })))
    }
    await noteTitle(page)
  }
  return found
}

/** Each path in one view and one theme, the next in the next ones; at night each in all. */
export async function violationsOfPagesInTurn(
  page: Page,
  { url, paths }: { readonly url: string; readonly paths: readonly string[] },
): Promise<string[]> {
  if (IS_FULL) return violationsOfPages(page, { url, paths })
  const found: string[] = []
  for (const [index, path] of paths.entries()) {
    const view = SAMPLE[index % SAMPLE.length]
    if (!view) continue
    await page.setViewportSize({ width: view.width, height: 844 })
    await open(page, `${url}/${view.language}${path}`)
    const theme = THEMES[Math.floor(index / SAMPLE.length) % THEMES.length] ?? 'dark'
    found.push(...(await violationsOfView(page, { path, view, themes: [theme] })))
    await noteTitle(page)
  }
  return found
}

interface ViewOfPath {
  readonly path: string
  readonly view: View
  readonly themes?: readonly Theme[]
}

async function violationsOfView(
  page: Page,
  { path, view: { language, width }, ...themes }: ViewOfPath,
): Promise<string[]> {
  const name = `${language} ${width} ${path}`
  const fault = await isShown(page, language).catch((error: unknown) => String(error))
  if (fault !== undefined)
    return [`${name}: ${fault}\n${page.url()}: ${await page.locator('body').innerText()}`]
  return violationsOf(page, {
    name,
    // Contrast does not depend on the language.
    isColourful: IS_FULL || language === 'en',
    ...themes,
  })
}
