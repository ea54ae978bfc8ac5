export {
  MIN_THUMB,
  offsetAt,
  RESIZE_WAIT,
  thumbOf,
  type Axis,
  type Thumb,
} from '../scrollbar/machine.ts'
export { Scrollbar, type ScrollbarProps } from '../scrollbar/Scrollbar.tsx'
