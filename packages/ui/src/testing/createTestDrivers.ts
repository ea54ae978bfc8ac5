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
import {
  createDriverContext,
  type DriverContext,
  type TestDriversOptions,
} from './DriverContext.ts'
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

/** Drivers of all widgets, by accessible name. */
export interface TestDrivers {
  button(name: string): ButtonDriver
  link(name: string): ButtonDriver
  tab(name: string): ButtonDriver
  menuItem(name: string): ButtonDriver
  /** Text field, amount field, search box, password or text area. */
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
  /** The message on top: alert, confirm or prompt. */
  message(): MessageDriver
  dialog(title: string): ModalDriver
  drawer(title: string): ModalDriver
  toasts(): NoticesDriver
  notifications(): NoticesDriver
  /** The same drivers for a part of the page, for instance a dialog. */
  within(element: Element): TestDrivers
}

/**
 * Creates drivers that use widgets like a user, found by role and accessible name. Each call
 * searches again, waits for elements to appear, and throws a `UiTestError` for what a user could
 * not do: press a disabled or hidden element, or one behind a modal.
 */
export function createTestDrivers(options: TestDriversOptions = {}): TestDrivers {
  return driversOf(createDriverContext(options))
}

const driversOf = (context: DriverContext): TestDrivers => ({
  button: (name) => buttonDriver(context, { roles: ['button'], name }),
  link: (name) => buttonDriver(context, { roles: ['link'], name }),
  tab: (name) => buttonDriver(context, { roles: ['tab'], name }),
  menuItem: (name) =>
    buttonDriver(context, { roles: ['menuitem', 'menuitemradio', 'menuitemcheckbox'], name }),
  textField: (name) => textFieldDriver(context, name),
  check: (name) => checkDriver(context, name),
  choice: (name) => choiceDriver(context, name),
  slider: (name) => sliderDriver(context, name),
  select: (name) => selectDriver(context, name),
  multiSelect: (name) => multiSelectDriver(context, name),
  table: (name) => tableDriver(context, name),
  date: (name) => dateDriver(context, name),
  dateRange: (name) => dateRangeDriver(context, name),
  wheel: (name) => wheelDriver(context, name),
  message: () => messageDriver(context),
  dialog: (title) => modalDriver(context, title),
  drawer: (title) => modalDriver(context, title),
  toasts: () => noticesDriver(context, 'toast'),
  notifications: () => noticesDriver(context, 'notification'),
  within: (element) => driversOf(context.within(element)),
})
