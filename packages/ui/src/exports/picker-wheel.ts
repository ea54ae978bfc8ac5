export { PickerWheel, type PickerWheelProps } from '../picker-wheel/PickerWheel.tsx'
export {
  createWheel,
  type Wheel,
  type WheelOptions,
  type WheelState,
} from '../picker-wheel/createWheel.ts'
export {
  yearRows,
  WHEEL_ROW,
  WHEEL_ROWS,
  type WheelMove,
  type WheelPhase,
  type WheelRow,
} from '../picker-wheel/wheelMachine.ts'
