export { createTestDrivers, type TestDrivers } from '../testing/createTestDrivers.ts'
export { polyfillJsdom } from '../testing/polyfillJsdom.ts'
export type { DateDriver, DateRangeDriver } from '../testing/dateDrivers.ts'
export type {
  ButtonDriver,
  CheckDriver,
  ChoiceDriver,
  SliderDriver,
  TextFieldDriver,
} from '../testing/fieldDrivers.ts'
export type { TestDriversOptions } from '../testing/DriverContext.ts'
export type {
  MessageAnswer,
  MessageDriver,
  ModalDriver,
  NoticesDriver,
  ReadNotice,
} from '../testing/popupDrivers.ts'
export type { ChooseOptions, MultiSelectDriver, SelectDriver } from '../testing/selectDrivers.ts'
export type { ReadRow, RowMatch, TableDriver } from '../testing/tableDriver.ts'
export { isUiTestError, UiTestError, type UiTestErrorCode } from '../testing/UiTestError.ts'
export type { WheelDriver } from '../testing/wheelDriver.ts'
