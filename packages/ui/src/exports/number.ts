export {
  Change,
  NumberText,
  type ChangeProps,
  type NumberTextProps,
} from '../number/NumberText.tsx'
export { LiveNumber, type LiveNumberProps } from '../number/LiveNumber.tsx'
export { directionOf, type Direction } from '../number/direction.ts'
