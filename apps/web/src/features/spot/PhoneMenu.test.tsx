import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { spec } from '../order-ticket/testing/ticketFixture.ts'
import { PhoneMenu } from './PhoneMenu.tsx'

afterEach(cleanup)

async function open(symbol = spec) {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { storage } = tab.services
  const { settle } = renderPage(<PhoneMenu spec={symbol} />, { browser, tab })
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'Terminal settings' }))
  await screen.findByRole('combobox', { name: 'Confirmation of orders' })
  await settle()
  return { settle, stored: (key: keyof typeof STORAGE_KEYS) => storage.get(STORAGE_KEYS[key]) }
}

it('keeps the settings of orders and the sounds', async () => {
  const { settle, stored } = await open()
  fireEvent.click(screen.getByRole('combobox', { name: 'Confirmation of orders' }))
  await settle()
  fireEvent.click(await screen.findByRole('option', { name: 'Confirm every order' }))
  fireEvent.click(screen.getByRole('switch', { name: 'Sounds for fills' }))
  await settle()
  expect([stored('confirmOrders'), stored('sounds')]).toEqual(['all', 'fills'])
})

it('adds its pair to the favourites', async () => {
  const { stored } = await open()
  fireEvent.click(screen.getByRole('button', { name: 'Add BTC/USDT to favourites' }))
  expect(stored('favourites')).toBe('BTCUSDT')
  expect(screen.getByRole('button', { name: 'Remove BTC/USDT from favourites' })).toBeTruthy()
})

it('offers no favourite of a contract', async () => {
  await open({ ...spec, symbol: 'usdt/BTCUSDT' })
  expect(screen.queryByRole('button', { name: /favourites/ })).toBeNull()
})

it('offers a guest no deposit', async () => {
  await open()
  expect(screen.queryByRole('link', { name: 'Deposit' })).toBeNull()
})
