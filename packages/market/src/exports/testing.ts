export { createBookScript, createManualFrame } from '../testing.ts'
