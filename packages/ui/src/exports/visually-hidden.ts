export { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
