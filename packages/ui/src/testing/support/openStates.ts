import { page, userEvent } from 'vitest/browser'
import { press } from './presses.ts'

const pressing = (name: string) => () => press(name)

/** Name of a demo, the action that opens a popup, and the selector of that popup. */
export const openStates: readonly (readonly [string, () => Promise<void>, string])[] = [
  ['dialog/DialogDemo', pressing('Withdraw…'), '[role=dialog]'],
  ['message-dialog/Messages', pressing('Confirm'), '[role=alertdialog]'],
  ['message-dialog/Messages', pressing('Prompt'), '[role=alertdialog]'],
  ['drawer/Drawers', pressing('rtl'), '[role=dialog]'],
  ['drawer/Drawers', pressing('btt'), '[role=dialog]'],
  ['popover/PopoverDemo', pressing('Filter'), '[role=dialog]'],
  ['menu/MenuDemo', pressing('Account'), '[role=menu]'],
  ['toast/Toasts', pressing('error'), '[data-toast]'],
  [
    'select/Selects',
    () => userEvent.click(page.getByRole('combobox', { name: 'Order type' })),
    '[role=listbox]',
  ],
  [
    'select/Selects',
    () => userEvent.click(page.getByRole('combobox', { name: 'Address' })),
    '[role=listbox]',
  ],
  [
    'select/MultiSelects',
    () => userEvent.click(page.getByRole('combobox', { name: 'Coins' })),
    '[role=listbox]',
  ],
  ['action-sheet/Sheets', pressing('Position'), '[role=dialog]'],
  ['action-sheet/Sheets', pressing('Accounts'), '[role=dialog]'],
  [
    'date-picker/DatePickers',
    () =>
      userEvent.click(document.querySelector('[data-x-part=date-box] [aria-haspopup]') as Element),
    '[data-x-part=calendar]',
  ],
  [
    'date-range/DateRanges',
    () =>
      userEvent.click(document.querySelector('[data-x-part=date-box] [aria-haspopup]') as Element),
    '[data-x-part=calendar]',
  ],
  ['mobile-calendar/MobileCalendars', pressing('range'), '[data-x-part=month-list]'],
  ['notification/Notifications', pressing('error'), '[data-x-part=notification]'],
  [
    'autocomplete/Autocompletes',
    () => userEvent.type(page.getByRole('combobox', { name: 'Coin' }), 'bit'),
    '[role=option]',
  ],
  [
    'tooltip/TooltipDemo',
    () => userEvent.hover(page.getByRole('button', { name: 'Fee' })),
    '[role=tooltip]',
  ],
]
