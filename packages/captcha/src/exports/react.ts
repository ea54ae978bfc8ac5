export { useCaptcha, type UseCaptcha } from '../react.ts'
