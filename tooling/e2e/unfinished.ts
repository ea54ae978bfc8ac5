import { expect, type Page } from '@playwright/test'

/** What a page shows until all of it has come: the document's frame, skeletons and busy regions. */
export const UNFINISHED = '[data-static-frame], [data-x-part="skeleton"], [aria-busy="true"]'

/** All of the page has come, in its fonts, and is laid out for the size of the window. */
export async function untilComplete(page: Page): Promise<void> {
  await expect(page.getByRole('main')).not.toBeEmpty()
  await expect(page.locator(UNFINISHED)).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}
