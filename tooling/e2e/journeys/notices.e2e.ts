import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '../fixtures.ts'
import { textOf } from '../trading.ts'

const HOSTILE = [
  '<p>From <b>02:00</b> UTC</p>',
  '<script>window.ran = 1</script>',
  '<img src="x" onerror="window.ran = 2" alt="broken">',
  '<svg onload="window.ran = 3"><a href="javascript:window.ran=4">x</a></svg>',
  '<a href="javascript:window.ran=5" onclick="window.ran=6">run</a>',
  '<a href="/spot/ETHUSDT" target="_blank">trade</a>',
  '<iframe srcdoc="<script>parent.ran=7</script>"></iframe>',
  '<form action="https://evil.example"><input name="pwd"><button>Send</button></form>',
  '<p style="position:fixed;inset:0" id="app" class="shell">over everything</p>',
].join('')
const list = (texts: object) =>
  JSON.stringify([{ noticeId: 'n1', publishedAt: '2026-01-01', texts }])

/** Adds up how far the page's content moved by itself, as the browser scores it. */
function recordShifts(): void {
  const counted = globalThis as unknown as { shift: number }
  counted.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      counted.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

test('shows untrusted notices without running them under Trusted Types (S1, S2, S4, S5)', async ({
  page,
  home,
  consoleErrors,
}) => {
  const file = path.join(home.dataDir, 'notices.json')
  const english = {
    title: 'Maintenance <b>tonight</b>',
    body: HOSTILE,
    link: { href: 'javascript:window.ran=8', text: 'Read more' },
    image: { src: 'https://evil.example/pixel.png', alt: 'A chart' },
  }
  writeFileSync(
    file,
    list({ '0': english, '39': { title: 'صيانة الليلة', body: '<p>الساعة <b>02:00</b></p>' } }),
  )
  const { url, stop } = await home.start({ NOTICES: file })
  const foreignRequests: string[] = []
  page.on(
    'request',
    (request) =>
      void (new URL(request.url()).origin === url || foreignRequests.push(request.url())),
  )
  const violations: string[] = []
  await page.exposeFunction('violated', (name: string) => violations.push(name))
  await page.addInitScript(recordShifts)
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      (globalThis as unknown as { violated(name: string): void }).violated(
        `${event.effectiveDirective} ${event.sample}`,
      ),
    )
  })

  const answer = await page.goto(`${url}/en`)
  expect(answer?.headers()['content-security-policy']).toContain(
    "require-trusted-types-for 'script'",
  )
  const board = page.getByRole('region', { name: textOf('notices.title') })
  await expect(board).toBeVisible()
  await expect(
    page.getByRole('region', { name: textOf('home.movers') }).locator('bdi'),
  ).not.toHaveCount(0)
  // Nothing moves below the pointer while the page fills.
  expect(await page.evaluate(() => (globalThis as { shift?: number }).shift)).toBeLessThan(0.03)
  await board.getByText('Maintenance <b>tonight</b>').click()
  await expect(board.getByText('From 02:00 UTC')).toBeVisible()
  await expect(board.getByText('Read more')).toBeVisible()
  await expect(board.getByText('A chart')).toBeVisible()
  const left = await board.evaluate((element) => ({
    names: [
      ...new Set(
        [...element.querySelectorAll('p, p ~ *, p *')].flatMap((child) =>
          child.getAttributeNames(),
        ),
      ),
    ].toSorted(),
    tags: element.querySelectorAll('script, svg, iframe, form, input, button, style').length,
    // Those of the untrusted text, not the heading's own.
    links: [...element.querySelectorAll('a:not(h2 a)')].map((link) => [
      link.getAttribute('href'),
      link.getAttribute('rel'),
    ]),
    ran: (globalThis as { ran?: number }).ran,
  }))
  expect(left).toEqual({
    names: ['alt', 'href', 'rel', 'target'],
    tags: 0,
    links: [
      [null, null],
      [null, null],
      ['/spot/ETHUSDT', 'noopener noreferrer'],
    ],
    ran: undefined,
  })
  for (const link of await board.locator('a:not([href])').all()) await link.click()
  expect(await page.evaluate(() => (globalThis as { ran?: number }).ran)).toBeUndefined()
  expect({ violations, foreignRequests, consoleErrors }).toEqual({
    violations: [],
    foreignRequests: [],
    consoleErrors: [],
  })

  await page.goto(`${url}/ar`)
  const arabic = page.getByRole('region', { name: textOf('notices.title', { language: 'ar' }) })
  await arabic.getByText('صيانة الليلة').click()
  await expect(arabic.getByText('الساعة 02:00')).toBeVisible()
  await stop()
})
