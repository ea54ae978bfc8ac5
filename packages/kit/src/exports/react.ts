export { useStore } from '../react.ts'
