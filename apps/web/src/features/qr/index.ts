/** What other features may import of `qr`. */
export { QrPicture } from './QrPicture.tsx'
export { DECIDE_PATH, serialFrom } from './serialFrom.ts'
