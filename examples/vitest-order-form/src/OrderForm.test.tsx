import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createTestDrivers } from '@x/ui/testing'
import { expect, it, vi } from 'vitest'
import { OrderForm, type Order } from './OrderForm'

const ui = createTestDrivers({ act })

function show() {
  const place = vi.fn<(order: Order) => void>()
  render(<OrderForm place={place} />)
  return place
}

it('submits plain values, with the drivers of the widgets', async () => {
  const place = show()
  await ui.select('Pair').choose('ETH/USDT')
  await ui.textField('Price').type('3,120.50')
  await ui.textField('Amount').type('0.25')
  await ui.check('Post only').set(true)
  await ui.button('Buy').press()
  await vi.waitFor(() => expect(place).toHaveBeenCalled())
  expect(place.mock.calls[0]?.[0]).toEqual({
    pair: 'ETH/USDT',
    price: '3120.50',
    amount: '0.25',
    note: '',
    postOnly: true,
  })
})

it('submits what a user types, with user-event alone', async () => {
  const user = userEvent.setup()
  const place = show()
  await user.click(screen.getByLabelText('Pair'))
  await user.click(await screen.findByRole('option', { name: 'SOL/USDT' }))
  await user.type(screen.getByLabelText('Price'), '188')
  await user.type(screen.getByLabelText('Amount'), '2')
  await user.type(screen.getByLabelText('Note'), 'first')
  await user.click(screen.getByRole('button', { name: 'Buy' }))
  await vi.waitFor(() => expect(place).toHaveBeenCalled())
  expect(place.mock.calls[0]?.[0]).toMatchObject({ pair: 'SOL/USDT', amount: '2', note: 'first' })
})

it('focuses the first wrong field and says what is missing', async () => {
  const place = show()
  await ui.button('Buy').press()
  expect(await screen.findByText('Choose a pair')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Pair'))
  await ui.select('Pair').choose('BTC/USDT')
  await ui.button('Buy').press()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Price')))
  expect(screen.getByText('Enter a price')).toBeDefined()
  expect(place).not.toHaveBeenCalled()
})

it('clears all fields', async () => {
  show()
  await ui.select('Pair').choose('BTC/USDT')
  await ui.textField('Price').type('1.5')
  await ui.textField('Amount').type('.5') // refused: it has no amount
  await ui.button('Clear').press()
  expect(await ui.textField('Price').value()).toBe('')
  expect(await ui.textField('Amount').value()).toBe('')
  expect(await ui.select('Pair').chosen()).toBe('')
})
