import type { Page } from '@playwright/test'
import { stepUpByMail } from '../account.ts'
import { enterPaperMode, expect, letMidnightPass, login, register, test } from '../fixtures.ts'
import { textOf } from '../trading.ts'

const TRANSFER = '**/v1/asset/transfer'
const TOP_UP = '**/v1/spot/paper/topup'

/**
 * What is sent to a path while the work lasts is taken by the gateway, or not, and its answer is
 * lost.
 */
async function losing(
  page: Page,
  { path, arrives }: { readonly path: string; readonly arrives: boolean },
  work: () => Promise<void>,
): Promise<void> {
  await page.route(path, async (route) => {
    if (arrives) await route.fetch()
    await route.abort()
  })
  await work()
  await expect(shown(page, textOf('paper.unknown'))).toBeVisible()
  await page.unroute(path)
}

const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first()

/** The idempotency keys that were sent to a path so far. */
function keysTo(page: Page, path: string): () => number {
  const keys = new Set<unknown>()
  page.on(
    'request',
    (request) =>
      void (
        request.method() === 'POST' &&
        request.url().endsWith(path) &&
        keys.add((request.postDataJSON() as { clientOid: unknown }).clientOid)
      ),
  )
  return () => keys.size
}

test('transfers once when the page is reloaded before the response', async ({
  page,
  ownGateway: { url, demo },
}) => {
  await login(page, { url, ...demo })
  await page.goto(`${url}/en/account/sub-account`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Grid')
  await page.getByRole('button', { name: 'Create' }).click()
  await stepUpByMail(page, { url, email: demo.loginName })
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Grid' }),
  ).toBeVisible()

  const keys = keysTo(page, '/asset/transfer')
  const form = page.getByRole('form', { name: textOf('transfer.title') })
  const question = page.getByRole('alertdialog', { name: textOf('transfer.title') })
  const second = question.getByRole('checkbox', { name: textOf('outcome.secondTransfer') })
  const yes = question.getByRole('button', { name: textOf('transfer.title') })
  const write = async (amount: string) => {
    await form.getByRole('textbox', { name: textOf('spot.amount') }).fill(amount)
    await form.getByRole('button', { name: textOf('transfer.title') }).click()
    await expect(question).toContainText(`Transfer ${amount} USDT from Main account to Grid?`)
  }
  const transfer = async (amount: string) => {
    await write(amount)
    await yes.click()
  }
  const reopen = async () => {
    await page.goto(`${url}/en/asset`)
    await page.goto(`${url}/en/asset/transfer`)
    await expect(form).toContainText('Available')
  }

  // Neither attempt reaches the gateway: the same once more goes out under its key.
  await reopen()
  await losing(page, { path: TRANSFER, arrives: false }, () => transfer('250.5'))
  await reopen()
  await write('250.5')
  await expect(second).not.toBeChecked()
  await yes.click()
  await expect(shown(page, textOf('outcome.onceDone'))).toBeVisible()
  await expect(form).toContainText('Available 99,749.5')
  expect(keys()).toBe(1)

  // The gateway takes it, and its answer is lost: the history knows of it.
  await losing(page, { path: TRANSFER, arrives: true }, () => transfer('100'))
  await reopen()
  await expect(form).toContainText('Available 99,649.5')
  await write('100')
  await expect(question).toContainText('but it has arrived')
  await expect(second).toHaveCount(0)
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toBeHidden()
  await expect(form).toContainText('Available 99,649.5')
  expect(keys()).toBe(2)
  // A resolved transfer is not confirmed again: this is a second one.
  await transfer('100')
  await expect(form).toContainText('Available 99,549.5')
  expect(keys()).toBe(3)
})

test('tops up once when the page is reloaded before the response', async ({
  page,
  gateway: { url },
}) => {
  await letMidnightPass(page)
  await register(page, { url, email: 'unanswered-funds@example.com' })
  await enterPaperMode(page)
  const keys = keysTo(page, '/paper/topup')
  const form = page.getByRole('form', { name: textOf('paper.topupTitle') })
  const left = (amount: string) => form.getByText(textOf('paper.topupLeft', { values: { amount } }))
  const question = page.getByRole('alertdialog', { name: textOf('paper.topupTitle') })
  const add = textOf('paper.topup', { values: { amount: '4,000 USDT' } })
  const topUp = async () => {
    await form.getByLabel(textOf('paper.topupAmount')).fill('4000')
    await form.getByRole('button', { name: add }).click()
  }

  const unfold = () => page.getByRole('button', { name: textOf('paper.manage') }).click()
  await page.goto(`${url}/en/asset`)
  await unfold()
  await expect(left('10,000 USDT')).toBeVisible()
  await losing(page, { path: TOP_UP, arrives: true }, topUp)
  await page.reload()
  await unfold()
  await expect(left('6,000 USDT')).toBeVisible()
  await topUp()
  const second = question.getByRole('checkbox', { name: textOf('outcome.secondTopUp') })
  await expect(second).not.toBeChecked()
  await question.getByRole('button', { name: add }).click()
  await expect(shown(page, textOf('outcome.onceDone'))).toBeVisible()
  await expect(left('6,000 USDT')).toBeVisible()
  expect(keys()).toBe(1)
  // The next top-up has a new key.
  await topUp()
  await expect(left('2,000 USDT')).toBeVisible()
  expect(keys()).toBe(2)
})
