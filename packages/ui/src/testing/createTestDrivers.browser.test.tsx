import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { DataTable } from '../data-table/DataTable.tsx'
import { demos } from './support/demos.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { clearStage, stage } from './support/stage.tsx'
import { createTestDrivers } from './createTestDrivers.ts'

const ui = createTestDrivers()
const show = (name: string) => {
  const Demo = demos[name]
  stage(Demo ? <Demo /> : null)
}

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

describe('field drivers', () => {
  it('type an amount by its rules and read its error', async () => {
    show('amount-field/AmountFields')
    await ui.textField('Amount').type('007.1234567')
    expect(await ui.textField('Amount').value()).toBe('07.123456')
    await ui.textField('Price').type('61000', { endBy: 'leave' })
    expect(await ui.textField('Price').value()).toBe('61000')
    expect(await ui.textField('Total').error()).toBe('Enter at least 5 USDT')
    expect(await ui.textField('Price').error()).toBeUndefined()
  })

  it('clear a text', async () => {
    show('text-field/TextFields')
    await ui.textField('Nickname').type('')
    expect(await ui.textField('Nickname').value()).toBe('')
    await ui.textField('E-mail').type('ada@example.org')
    expect(await ui.textField('E-mail').value()).toBe('ada@example.org')
  })

  it('set checkboxes, switches, choices and sliders', async () => {
    show('toggle/Toggles')
    await ui.check('Hide small balances').set(true)
    await ui.check('Paper trading').set(false)
    expect([
      await ui.check('Hide small balances').isOn(),
      await ui.check('Paper trading').isOn(),
    ]).toEqual([true, false])
    show('slider/Sliders')
    await ui.slider('Leverage').set(50)
    expect([await ui.slider('Leverage').value(), await ui.slider('Leverage').text()]).toEqual([
      50,
      '50x',
    ])
    await expect(ui.slider('Leverage').set(126)).rejects.toMatchObject({ code: 'unreachable' })
    show('data-table/Tables')
    await ui.choice('Status').choose('loading')
    expect(await ui.choice('Status').chosen()).toBe('loading')
  })

  it.each([1280, 390])('choose an option at %i px', async (width) => {
    await page.viewport(width, 800)
    show('select/Selects')
    await ui.select('Order type').choose('Market')
    expect(await ui.select('Order type').chosen()).toBe('Market')
    await ui.select('Address').choose('Address 1742')
    expect(await ui.select('Address').chosen()).toBe('Address 1742')
    expect(await ui.select('Order type').options()).toEqual([
      'Limit',
      'Market',
      'Stop limit',
      'One cancels the other',
    ])
    await expect(ui.select('Order type').choose('Stop limit')).rejects.toMatchObject({
      code: 'disabled',
    })
  })

  it('choose a remote option', async () => {
    show('select/MultiSelects')
    await ui.select('Found by the server').choose('SOL/USDT', { query: 'so' })
    expect(await ui.select('Found by the server').chosen()).toBe('SOL/USDT')
  })

  it.each([1280, 390])('choose several options within the limit at %i px', async (width) => {
    await page.viewport(width, 800)
    show('select/MultiSelects')
    // XRP is disabled, so it cannot be removed.
    await ui.multiSelect('Coins').choose(['ETH', 'SOL'])
    expect(await ui.multiSelect('Coins').chosen()).toEqual(['XRP', 'ETH', 'SOL'])
  })

  it('pick a day months away and refuse a disabled one', async () => {
    show('date-picker/DatePickers')
    await ui.date('Settlement').pick('2027-01-05')
    expect(await ui.date('Settlement').value()).toBe('2027-01-05')
    await ui.date('Expires').pick('2024-02-29')
    expect(await ui.date('Expires').value()).toBe('2024-02-29 08:00:00')
    await ui.date('Settlement').type('2026-11-20')
    expect(await ui.date('Settlement').value()).toBe('2026-11-20')
    await expect(ui.date('Settlement').pick('2026-11-15')).rejects.toMatchObject({
      code: 'disabled',
    })
  })

  it.each([1280, 390])('pick a range at %i px', async (width) => {
    await page.viewport(width, 800)
    show('date-range/DateRanges')
    await ui.dateRange('Period').pick({ start: '2026-09-28', end: '2026-12-02' })
    expect(await ui.dateRange('Period').value()).toEqual({ start: '2026-09-28', end: '2026-12-02' })
  })

  it('move a wheel past disabled rows', async () => {
    show('picker-wheel/Wheels')
    await ui.wheel('Leverage').turnTo('50x')
    expect(await ui.wheel('Leverage').text()).toBe('50 times')
    await expect(ui.wheel('Leverage').turnTo('20x')).rejects.toMatchObject({ code: 'disabled' })
    await ui.wheel('Hour').turnTo('06')
    await expect.poll(() => document.querySelector('output')?.textContent).toBe('06:30 50')
  })
})

describe('table driver', () => {
  it('reads, sorts and scrolls a virtualised table', async () => {
    show('data-table/Tables')
    const orders = ui.table('Open orders')
    expect(await orders.columns()).toEqual([
      'Pair',
      'Side',
      'Price (USDT)',
      'Amount',
      'Filled',
      '24h',
      'Actions',
    ])
    await orders.sort('Price (USDT)', 'ascending')
    const prices = (await orders.rows()).map(({ cells }) => Number(cells['Price (USDT)']))
    expect(prices).toEqual(prices.toSorted((one, other) => one - other))
    await expect(orders.sort('Side', 'ascending')).rejects.toMatchObject({ code: 'missing' })
    await ui.table('Five thousand orders').pressRow('m4700')
  })

  it('selects, expands and reads rows', async () => {
    show('data-table/Grids')
    const fills = ui.table('Fills')
    await fills.select('SOL/USDT 2')
    expect((await fills.rows()).filter(({ selected }) => selected).map(({ key }) => key)).toEqual([
      'f0',
      'f2',
    ])
    await fills.select('f4', { range: true })
    expect((await fills.rows()).filter(({ selected }) => selected).map(({ key }) => key)).toEqual([
      'f0',
      'f2',
      'f3',
      'f4',
    ])
    await fills.expand('f0')
    expect(await fills.detail('f0')).toBe('Fee 0.08 %, taker, order f0')
    await expect(fills.expand('f1')).rejects.toMatchObject({ code: 'missing' })
    expect(await fills.allRows()).toHaveLength(200)
    await fills.selectAll()
    await expect.poll(() => document.body.textContent).toContain('Selected: 200')
  })

  it('presses a control in a row', async () => {
    let cancelled = ''
    const cell = (id: string) => <Button onClick={() => (cancelled = id)}>Cancel</Button>
    stage(
      <DataTable
        label="Orders"
        columns={[
          { key: 'id', header: 'Id', cell: (id: string) => id },
          { key: 'cancel', header: '', label: 'Actions', cell },
        ]}
        rows={['a', 'b', 'c']}
        rowKey={(id) => id}
      />,
    )
    await ui
      .within(await ui.table('Orders').element('b'))
      .button('Cancel')
      .press()
    expect(cancelled).toBe('b')
    await expect(ui.button('Cancel').press()).rejects.toMatchObject({ code: 'several' })
  })
})

describe('popup drivers', () => {
  it('answer messages', async () => {
    show('message-dialog/Messages')
    await ui.button('Prompt').press()
    await ui.message().answer('confirm', { text: ' ', stays: true })
    expect(await ui.message().error()).toBe('Enter a name.')
    // Elements behind the message cannot be pressed.
    await expect(createTestDrivers({ timeout: 100 }).button('Alert').press()).rejects.toMatchObject(
      { code: 'missing' },
    )
    await ui.message().answer('confirm', { text: 'Cold wallet' })
    await expect
      .poll(() => document.querySelector('main')?.textContent)
      .toContain('Last answer: confirm Cold wallet')
    await ui.button('Confirm').press()
    expect([await ui.message().title(), (await ui.message().text()).slice(0, 10)]).toEqual([
      'Sell 0.25 BTC?',
      'At market,',
    ])
    await ui.message().answer('cancel')
    await ui.button('Alert').press()
    await expect(ui.message().answer('cancel')).rejects.toMatchObject({ code: 'missing' })
    await ui.message().answer('close')
  })

  it.each(['corner', 'escape', 'backdrop'] as const)('close a drawer by its %s', async (by) => {
    show('drawer/Drawers')
    await ui.button('rtl').press()
    expect(await ui.drawer('Watch list').text()).toBe('BTC/USDT, ETH/USDT, SOL/USDT')
    await ui.drawer('Watch list').close({ by })
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  it('work in a dialog that vetoes closing', async () => {
    stage(
      <Dialog open title="Transfer" onOpenChange={() => {}} footer={<Button disabled>Send</Button>}>
        Amount
      </Dialog>,
    )
    expect(
      await ui
        .within(await ui.dialog('Transfer').element())
        .button('Send')
        .isDisabled(),
    ).toBe(true)
    await ui.dialog('Transfer').close({ by: 'escape', stays: true })
    await expect(ui.button('Send').press()).rejects.toMatchObject({ code: 'disabled' })
  })

  it('read and close toasts and notifications', async () => {
    show('toast/Toasts')
    await ui.button('error').press()
    expect(await ui.toasts().wait(/refused/)).toEqual({
      kind: 'error',
      text: 'The order was refused: the balance is too low',
    })
    await ui.toasts().close(/refused/)
    await expect.poll(() => ui.toasts().read()).toEqual([])
    show('notification/Notifications')
    await ui.button('error').press()
    expect((await ui.notifications().wait(/./)).kind).toBe('error')
  })

  it('choose from a menu', async () => {
    show('menu/MenuDemo')
    await ui.button('Account').press()
    // The code of the first menu must load before its items exist.
    await expect.poll(() => document.querySelector('[role=menuitem]')).not.toBeNull()
    await expect(
      createTestDrivers({ timeout: 100 }).menuItem('No such entry').press(),
    ).rejects.toThrow(/No menuitem .* “No such entry” is in reach\. There are “/)
  })
})
