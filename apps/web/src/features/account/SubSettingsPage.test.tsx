import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { SubSettingsPage } from './SubSettingsPage.tsx'

afterEach(cleanup)

async function open(userId?: string, info?: object) {
  const browser = createTestBrowser()
  if (userId !== undefined) browser.signIn(userId)
  if (info)
    browser.on('/user/overview/userinfo', () =>
      ok({ userId, realm: 'live', vipLevel: 0, email: null, mobile: null, ...info }),
    )
  const path = '/en/subaccount/setting'
  const tab = await browser.openTab(`http://app${path}`)
  const page = (
    <GuardTexts>
      <SubSettingsPage />
    </GuardTexts>
  )
  const { settle } = renderPage(page, { browser, tab, at: path })
  await settle(200)
}

it('leads to each setting of a sub-account under its own title (spec 2)', async () => {
  await open('7')
  await screen.findByRole('heading', { level: 1, name: 'Sub-account settings' })
  const links = screen.getAllByRole('link', { name: /^Open: / })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    ['antiphishing', 'devices', 'history', 'api'].map((name) => `/en/subaccount/setting/${name}`),
  )
  expect(document.title).toMatch(/^Sub-account settings \| /)
})

const targets = () =>
  screen
    .getAllByRole('link', { name: /^Open: / })
    .map((link) => link.getAttribute('href')?.replace('/en/subaccount/setting/', ''))

it('offers who entered it only what can be seen inside (products 7)', async () => {
  await open('8', { roles: ['sub-account'], enteredFrom: '7' })
  await screen.findByRole('heading', { level: 1, name: 'Sub-account settings' })
  expect(targets()).toEqual(['devices', 'history'])
})

it('offers a sub-account of its own log-in its password too (products 7)', async () => {
  await open('8', { roles: ['sub-account'], enteredFrom: null })
  await screen.findByRole('heading', { level: 1, name: 'Sub-account settings' })
  expect(targets()).toEqual(['password', 'antiphishing', 'devices', 'history', 'api'])
})

it('asks a guest to log in', async () => {
  await open()
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Open: / })).toBeNull()
})
