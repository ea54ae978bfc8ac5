import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, type JourneyLanguage, test, WORDS } from '../fixtures.ts'

const EMAIL = 'somebody@example.com'

/** Opens the challenge of a verification code, by keyboard. */
async function openChallenge(
  page: Page,
  { url, language }: { url: string; language: JourneyLanguage },
) {
  await page.goto(`${url}/${language}/register`)
  await page.getByRole('textbox', { name: WORDS[language].email }).fill(EMAIL)
  const opener = page.getByRole('button', { name: WORDS[language].send })
  const dialog = page.getByRole('dialog')
  // A check that a busy machine did not load within its ten seconds is asked for again.
  await expect(async () => {
    if (await dialog.isHidden()) await opener.press('Enter', { timeout: 5_000 })
    await expect(dialog.getByRole('slider')).toBeEnabled({ timeout: 15_000 })
  }).toPass()
  return { dialog, opener }
}

/** The focused element, also inside shadow roots. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element?.closest('dialog') ? 'dialog' : (element?.tagName ?? 'nothing')
  })

test('opens the challenge as an accessible modal dialog (C14)', async ({
  page,
  gateway: { url },
  consoleErrors,
}) => {
  const spoken: string[] = []
  page.on('console', (message) => spoken.push(message.text()))
  const { dialog, opener } = await openChallenge(page, { url, language: 'en' })
  await expect(dialog).toHaveAccessibleName(/\S/)
  const slider = dialog.getByRole('slider')
  await expect(slider).toBeFocused()
  await expect(slider).toHaveAccessibleDescription(/\S/)

  const places = new Set<string>()
  for (const key of ['Tab', 'Shift+Tab'])
    for (let press = 0; press < 9; press++) {
      await page.keyboard.press(key)
      places.add(await focused(page))
    }
  // Past its ends focus moves to the browser's controls, never to the page behind.
  expect([...places].filter((place) => !['dialog', 'BODY'].includes(place))).toEqual([])
  expect(places).toContain('dialog')

  await slider.focus()
  await slider.press('ArrowRight')
  await expect(slider).toHaveValue('1')
  await expect(slider).toHaveAttribute('aria-valuetext', /1/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'The security check was closed. Nothing was sent.',
  )
  await expect
    .poll(
      () =>
        page
          .locator('body > div')
          .evaluateAll((hosts) => hosts.filter((host) => host.shadowRoot).length),
      'C11: nothing is left',
    )
    .toBe(0)
  expect(spoken.join('\n'), 'C15').not.toContain(EMAIL)
  expect(consoleErrors).toEqual([])
})

for (const language of ['en', 'ar'] as const)
  test(`shows the challenge (${language}) without violations (C12 C13 C14)`, async ({
    page,
    gateway: { url },
    consoleErrors,
  }) => {
    const violations: string[] = []
    await page.exposeFunction('violated', (name: string) => violations.push(name))
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', (event) =>
        (globalThis as unknown as { violated(name: string): void }).violated(
          event.effectiveDirective,
        ),
      ),
    )
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.addInitScript(
        (name) =>
          addEventListener(
            'DOMContentLoaded',
            () => (document.documentElement.dataset['theme'] = name),
          ),
        theme,
      )
      const { dialog } = await openChallenge(page, { url, language })
      await expect(dialog).toHaveAttribute('lang', language)
      await expect(dialog).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      const { violations: found } = await new AxeBuilder({ page })
        .options({ resultTypes: ['violations'] })
        .setLegacyMode(true)
        .analyze()
      expect(
        found.map(
          ({ id, nodes }) =>
            `${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        ),
      ).toEqual([])
      await page.keyboard.press('Escape')
    }
    expect({ violations, consoleErrors }).toEqual({ violations: [], consoleErrors: [] })
  })
