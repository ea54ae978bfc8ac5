export {
  MIN_THUMB,
  offsetAt,
  RESIZE_WAIT,
  thumbOf,
  type Axis,
  type Thumb,
} from '../scrollbar/scrollbarGeometry.ts'
export { Scrollbar, type ScrollbarProps } from '../scrollbar/Scrollbar.tsx'
