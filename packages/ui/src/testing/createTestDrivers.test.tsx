import { act, useState } from 'react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button } from '../button/Button.tsx'
import { Checkbox } from '../toggle/Toggle.tsx'
import { DataTable } from '../data-table/DataTable.tsx'
import { TextField } from '../text-field/TextField.tsx'
import { createTestDrivers } from './createTestDrivers.ts'
import { isUiTestError, UiTestError } from './UiTestError.ts'

const complaints = vi.spyOn(console, 'error')

beforeEach(() => {
  complaints.mockClear()
  // Testing Library sets this itself if the test functions are globals.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  expect(complaints).not.toHaveBeenCalled()
})
afterAll(() => complaints.mockRestore())

const ui = createTestDrivers({ act, timeout: 200 })

function Form() {
  const [name, setName] = useState('')
  const [sent, setSent] = useState('')
  return (
    <form onSubmit={(event) => (event.preventDefault(), setSent(name))}>
      <TextField label="Name" value={name} onChange={setName} />
      <Checkbox>Agreed</Checkbox>
      <Button type="submit" disabled={name === ''} disabledReason="Enter a name">
        Send
      </Button>
      <output>{sent}</output>
    </form>
  )
}

describe('drivers in happy-dom with Testing Library', () => {
  it('type and press inside act', async () => {
    render(<Form />)
    expect(await ui.button('Send').isDisabled()).toBe(true)
    await ui.textField('Name').type('Ada')
    await ui.check('Agreed').set(true)
    await ui.button('Send').press()
    expect(screen.getByRole('status').textContent).toBe('Ada')
    expect(await ui.check('Agreed').isOn()).toBe(true)
  })

  it('read and sort a table', async () => {
    render(
      <DataTable
        label="Coins"
        columns={[
          {
            key: 'coin',
            header: 'Coin',
            cell: (coin: string) => coin,
            sort: { as: 'text', by: (coin: string) => coin },
          },
        ]}
        rows={['SOL', 'BTC', 'ETH']}
        rowKey={(coin) => coin}
      />,
    )
    await ui.table('Coins').sort('Coin', 'descending')
    expect((await ui.table('Coins').rows()).map(({ cells }) => cells['Coin'])).toEqual([
      'SOL',
      'ETH',
      'BTC',
    ])
  })

  it('throw for impossible actions and name alternatives', async () => {
    render(<Form />)
    await expect(ui.button('Send').press()).rejects.toMatchObject({ code: 'disabled' })
    await expect(ui.button('Sent').press()).rejects.toThrow(
      'No button “Sent” is in reach. There are “Send”.',
    )
    screen.getByRole('button').setAttribute('hidden', '')
    await expect(ui.button('Send').press()).rejects.toMatchObject({ code: 'missing' })
  })

  it('wait by the given sleep function', async () => {
    const slept: number[] = []
    const patient = createTestDrivers({
      act,
      timeout: 64,
      sleep: (milliseconds) => Promise.resolve(void slept.push(milliseconds)),
    })
    await expect(patient.message().title()).rejects.toMatchObject({
      code: 'timeout',
      message: 'Waited 64 ms for a message dialog.',
    })
    expect(slept).toEqual([16, 16, 16, 16, 16])
  })

  it('identify their errors', () => {
    const ofAnotherCopy = Object.assign(new Error(''), { name: 'UiTestError', code: 'missing' })
    expect([
      isUiTestError(new UiTestError('missing', '')),
      isUiTestError(ofAnotherCopy, 'missing'),
      isUiTestError(ofAnotherCopy, 'several'),
      isUiTestError(new Error('missing')),
    ]).toEqual([true, true, false, false])
  })
})
