/** Logs in by the form of the app; the tour of the terminal does not open. */
export async function logIn(page, { url, demo }) {
  await page.goto(`${url}/en/login`)
  await page.evaluate(() => localStorage.setItem('x:guide.spot', 'seen'))
  await page.getByRole('textbox').first().fill(demo.loginName)
  await page.locator('input[type=password]').fill(demo.password)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/\/spot\//)
}
