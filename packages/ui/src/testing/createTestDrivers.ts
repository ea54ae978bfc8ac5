import {
  dateDriver,
  dateRangeDriver,
  type DateDriver,
  type DateRangeDriver,
} from './dateDrivers.ts'
import {
  buttonDriver,
  checkDriver,
  choiceDriver,
  sliderDriver,
  textFieldDriver,
  type ButtonDriver,
  type CheckDriver,
  type ChoiceDriver,
  type SliderDriver,
  type TextFieldDriver,
} from './fieldDrivers.ts'
import { createHands, type Hands, type HandsOptions } from './hands.ts'
import {
  messageDriver,
  modalDriver,
  noticesDriver,
  type MessageDriver,
  type ModalDriver,
  type NoticesDriver,
} from './popupDrivers.ts'
import {
  multiSelectDriver,
  selectDriver,
  type MultiSelectDriver,
  type SelectDriver,
} from './selectDrivers.ts'
import { tableDriver, type TableDriver } from './tableDriver.ts'
import { wheelDriver, type WheelDriver } from './wheelDriver.ts'

export interface TestDrivers {
  button(name: string): ButtonDriver
  link(name: string): ButtonDriver
  tab(name: string): ButtonDriver
  menuItem(name: string): ButtonDriver
  /** Text, amount, search box, password, area. */
  textField(name: string): TextFieldDriver
  /** A checkbox or a switch. */
  check(name: string): CheckDriver
  /** A radio group or a segmented control. */
  choice(name: string): ChoiceDriver
  slider(name: string): SliderDriver
  select(name: string): SelectDriver
  multiSelect(name: string): MultiSelectDriver
  table(name: string): TableDriver
  date(name: string): DateDriver
  dateRange(name: string): DateRangeDriver
  wheel(name: string): WheelDriver
  /** The message in front: alert, confirm or prompt. */
  message(): MessageDriver
  dialog(title: string): ModalDriver
  drawer(title: string): ModalDriver
  toasts(): NoticesDriver
  notifications(): NoticesDriver
  /** The same drivers for a part of the page: a dialog, a row. */
  within(element: Element): TestDrivers
}

/**
 * Uses widgets as a user does, found by role and accessible name. Each call looks anew, waits for
 * what comes late, and refuses with a `UiTestError` what a user could not do: press what is
 * disabled, hidden or behind a modal.
 */
export function createTestDrivers(options: HandsOptions = {}): TestDrivers {
  return driversOf(createHands(options))
}

const driversOf = (hands: Hands): TestDrivers => ({
  button: (name) => buttonDriver(hands, { roles: ['button'], name }),
  link: (name) => buttonDriver(hands, { roles: ['link'], name }),
  tab: (name) => buttonDriver(hands, { roles: ['tab'], name }),
  menuItem: (name) =>
    buttonDriver(hands, { roles: ['menuitem', 'menuitemradio', 'menuitemcheckbox'], name }),
  textField: (name) => textFieldDriver(hands, name),
  check: (name) => checkDriver(hands, name),
  choice: (name) => choiceDriver(hands, name),
  slider: (name) => sliderDriver(hands, name),
  select: (name) => selectDriver(hands, name),
  multiSelect: (name) => multiSelectDriver(hands, name),
  table: (name) => tableDriver(hands, name),
  date: (name) => dateDriver(hands, name),
  dateRange: (name) => dateRangeDriver(hands, name),
  wheel: (name) => wheelDriver(hands, name),
  message: () => messageDriver(hands),
  dialog: (title) => modalDriver(hands, title),
  drawer: (title) => modalDriver(hands, title),
  toasts: () => noticesDriver(hands, 'toast'),
  notifications: () => noticesDriver(hands, 'notification'),
  within: (element) => driversOf(hands.within(element)),
})
